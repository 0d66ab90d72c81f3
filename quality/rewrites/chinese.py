"""Tables of Chinese: words in pinyin, labels of bylines, simplified characters and their traditional forms."""

# Words that names of classes are made of. Others become syllables.
PINYIN = dict(pair.split() for pair in '''
ad guanggao|ads guanggao|article wenzhang|author zuozhe|banner hengfu|body zhengwen|bottom dibu|box kuang|breadcrumb mianbao|btn anniu|
button anniu|card kapian|category fenlei|clearfix qingchu|comment pinglun|comments pinglun|con neirong|container rongqi|content neirong|
copyright banquan|date riqi|desc miaoshu|detail xiangqing|details xiangqing|editor bianji|entry tiaomu|first diyi|footer yejiao|
forum luntan|form biaodan|head toubu|header yetou|hidden yincang|home shouye|hot remen|icon tubiao|image tupian|img tupian|index shouye|
info xinxi|inner neibu|item xiang|label biaoqian|last zuihou|layout buju|left zuo|like xihuan|line hang|link lianjie|links lianjie|
list liebiao|login denglu|logo biaozhi|main zhu|menu caidan|meta yuanxinxi|more gengduo|name mingzi|nav daohang|navbar daohanglan|
news xinwen|next xiayiye|num shuliang|page yemian|pagination fenye|photo zhaopian|pic tupian|post tiezi|price jiage|product chanpin|
related xiangguan|recommend tuijian|reply huifu|review pingjia|right you|row hang|search sousuo|section bufen|share fenxiang|side ce|
sidebar cebianlan|site wangzhan|social shejiao|source laiyuan|sub zi|summary zhaiyao|tab biaoqian|table biaoge|tag biaoqian|
tags biaoqian|text wenben|thread zhuti|time shijian|title biaoti|top dingbu|user yonghu|video shipin|view chakan|widget gongju|
wrap waiceng|wrapper waiceng'''.replace('\n', '').split('|'))
INITIALS = 'b p m f d t n l g k h j q x zh ch sh r z c s y w'.split()
FINALS = 'a ai an ang ao e ei en eng i ia ian iao ie in ing iu o ong ou u ua uan ui un uo'.split()

LABELS = '作者|来源|文章来源|稿件来源|编辑|责任编辑|责编|记者|发布时间|发表时间|更新时间|发布日期|时间|日期|浏览次数|浏览量|阅读|点击'
ENGLISH_LABELS = 'By|Author|Written by|Posted by|Published|Posted on|Updated|Last updated|Source'

# The most frequent characters that differ. One that has several traditional forms has the most frequent of them.
PAIRS = '''
万萬 与與 专專 业業 东東 丝絲 两兩 严嚴 个個 丰豐 临臨 为為 举舉 么麼 义義 乐樂 习習 乡鄉 书書 买買 乱亂 争爭 亏虧 云雲 亚亞 产產 亲親 亿億 仅僅 从從 仓倉 仪儀 们們 价價 众眾 优優 会會 伟偉 传傳 伤傷 伦倫 体體 侠俠 侧側
侦偵 侨僑 俭儉 债債 倾傾 偿償 储儲 儿兒 兰蘭 关關 兴興 养養 兽獸 写寫 军軍 农農 冯馮 决決 况況 冻凍 净淨 准準 凉涼 减減 凤鳳 凭憑 凯凱 击擊 划劃 刘劉 则則 刚剛 创創 别別 剧劇 劝勸 办辦 务務 动動 励勵 劲勁 劳勞 势勢 区區
医醫 华華 协協 单單 卖賣 卢盧 卫衛 厂廠 厅廳 历歷 厉厲 压壓 厌厭 县縣 参參 双雙 发發 变變 叙敘 叶葉 号號 叹嘆 吓嚇 吗嗎 听聽 启啟 吴吳 员員 响響 哑啞 唤喚 团團 园園 围圍 国國 图圖 圆圓 圣聖 场場 坏壞 块塊 坚堅 坛壇 垒壘
墙牆 壮壯 声聲 处處 备備 复復 够夠 头頭 夹夾 夺奪 奋奮 奖獎 妆妝 妇婦 妈媽 娱娛 婴嬰 孙孫 学學 宁寧 宝寶 实實 审審 宪憲 宫宮 宽寬 宾賓 对對 寻尋 导導 寿壽 将將 尔爾 尘塵 尝嘗 层層 属屬 岁歲 岛島 岭嶺 峡峽 币幣 师師 帐帳
带帶 帮幫 广廣 庆慶 库庫 应應 庙廟 废廢 开開 异異 张張 弥彌 弯彎 弹彈 强強 归歸 当當 录錄 彻徹 径徑 忆憶 忧憂 怀懷 态態 总總 恋戀 恶惡 恼惱 悬懸 惊驚 惧懼 惩懲 惯慣 愤憤 愿願 戏戲 战戰 户戶 扑撲 执執 扩擴 扫掃 扬揚 扰擾
抚撫 抢搶 护護 报報 担擔 拟擬 拥擁 择擇 挂掛 挥揮 损損 换換 据據 摄攝 摆擺 敌敵 数數 断斷 无無 旧舊 时時 显顯 晓曉 暂暫 术術 机機 杂雜 权權 条條 来來 杨楊 极極 构構 枪槍 柜櫃 标標 栋棟 栏欄 树樹 样樣 桥橋 档檔 梦夢 检檢
楼樓 欢歡 欧歐 残殘 毕畢 气氣 汇匯 汉漢 汤湯 沟溝 没沒 泪淚 泽澤 洁潔 浅淺 测測 济濟 浓濃 涨漲 润潤 渐漸 湾灣 湿濕 满滿 滚滾 灭滅 灯燈 灵靈 灾災 炉爐 点點 烂爛 烟煙 烦煩 热熱 爱愛 爷爺 状狀 犹猶 独獨 狮獅 猎獵 猫貓 献獻
环環 现現 电電 画畫 畅暢 疗療 疯瘋 监監 盖蓋 盘盤 码碼 确確 础礎 礼禮 种種 积積 称稱 稳穩 穷窮 竞競 笔筆 签簽 简簡 类類 粮糧 紧緊 纪紀 约約 红紅 纯純 纲綱 纳納 纵縱 纷紛 纸紙 线線 练練 组組 细細 织織 终終 经經 结結 给給
络絡 绝絕 统統 继繼 绩績 续續 维維 绿綠 网網 罗羅 罚罰 职職 联聯 聪聰 肃肅 肠腸 胜勝 脑腦 脚腳 脱脫 舰艦 艺藝 节節 芦蘆 苏蘇 范範 荐薦 药藥 获獲 莱萊 营營 蓝藍 虑慮 虽雖 补補 装裝 见見 观觀 规規 视視 览覽 觉覺 触觸 计計
订訂 认認 讨討 让讓 训訓 议議 讯訊 记記 讲講 许許 论論 设設 访訪 证證 评評 识識 诉訴 词詞 译譯 试試 诗詩 话話 详詳 语語 误誤 说說 请請 诸諸 读讀 课課 谁誰 调調 谈談 谢謝 谭譚 贝貝 负負 财財 责責 败敗 货貨 质質 购購 贯貫
贴貼 贵貴 费費 贺賀 资資 赏賞 赛賽 赵趙 赶趕 跃躍 车車 转轉 轮輪 软軟 轻輕 载載 较較 辆輛 输輸 边邊 达達 过過 迈邁 运運 还還 这這 进進 远遠 违違 连連 迟遲 适適 选選 递遞 遗遺 邓鄧 邮郵 郑鄭 针針 钟鐘 钢鋼 钱錢 铁鐵 银銀
链鏈 销銷 锁鎖 错錯 键鍵 镇鎮 长長 门門 闭閉 问問 间間 闻聞 阅閱 队隊 阳陽 阴陰 阵陣 阶階 际際 陆陸 陈陳 险險 随隨 隐隱 难難 静靜 页頁 项項 顺順 须須 顾顧 预預 领領 频頻 题題 颜顏 额額 风風 飞飛 饭飯 饮飲 馆館 马馬 驱驅
驾駕 验驗 骗騙 鱼魚 鲁魯 鲜鮮 鸟鳥 鸡雞 麦麥 龙龍 齐齊 龄齡 该該 编編 辑輯 离離 荣榮 筑築 绍紹 坠墜 毁毀 粤粵 辍輟 账賬 赔賠 轨軌 陕陝 韩韓 顿頓 饱飽 骂罵 鹏鵬 鹤鶴 锦錦 锋鋒 镜鏡 阔闊 阐闡 阁閣 雾霧 驻駐 驰馳 枣棗 沪滬
沧滄 渔漁 滨濱 滩灘 潜潛 烧燒 琼瓊 矫矯 砖磚 硕碩 祸禍 窃竊 篮籃 纠糾 纤纖 绘繪 缓緩 缘緣 缩縮 耻恥 脉脈 舱艙 艰艱 苍蒼 荡蕩 莲蓮 萧蕭 虾蝦 袭襲 誉譽 谊誼 谋謀 谦謙 贤賢 赖賴 践踐 踪蹤 轰轟 辉輝 辞辭 辩辯 迹跡 邻鄰 释釋
钓釣 钻鑽 铅鉛 铜銅 锐銳 锡錫 闪閃 闯闖 闹鬧 韵韻 顽頑 饰飾 饿餓 驶駛 骄驕 鸿鴻 赋賦 杰傑 赢贏 绪緒 纹紋 宠寵 凑湊 帅帥 惨慘 恳懇 挤擠 挡擋 捞撈 摊攤 晋晉 晒曬 桩樁 殡殯 滞滯 炼煉 牵牽 痴癡 皱皺 稣穌 窝窩 笼籠 筹籌 粪糞
绑綁 缴繳 罢罷 肤膚 肿腫 胆膽 胶膠 艳艷 茧繭 蒋蔣 虏虜 蚁蟻 衔銜 谅諒 谎謊 谨謹 贡貢 贩販 贫貧 贷貸 贸貿 赠贈 躏躪 辈輩 辖轄 逻邏 遥遙 钦欽 铃鈴 铺鋪 锻鍛 闸閘 闽閩 阀閥 陨隕 颁頒 颂頌 颇頗 颗顆 飘飄 饼餅 饶饒 骑騎 骤驟
鸣鳴 鸦鴉 丧喪 丽麗 乌烏 仑侖 伞傘 伪偽 侣侶 俩倆 刹剎 剑劍 匀勻 厢廂 厦廈 唠嘮 喷噴 嘱囑 垫墊 壳殼 娇嬌 孪孿 寝寢 屡屢 峦巒 巩鞏 庞龐 庄莊 弃棄 彦彥 忏懺 怜憐 恒恆 悦悅 抛拋 拦攔 拧擰 挣掙 捡撿 掷擲 携攜 撑撐 敛斂 昼晝'''.split()
TRADITIONAL = str.maketrans(dict(PAIRS))
