"""Labelled pages written in another way: what a site of another make may write. They teach the rankers to trust what is left."""
import gzip, json, random, re, zlib
from pathlib import Path

# Sets of English pages are large enough.
ENGLISH = ('wcxb', 'news424', 'recipes', 'fields-postlight', 'fields-htmldate', 'cleaneval', 'dragnet', 'product-facts', 'daniel', 'portals')
SEPARATORS = re.compile(r'[-_|–—－＿｜丨·»]')
TITLE = re.compile(r'<title[^>]*>(.*?)</title>', re.S | re.I)
DECLARED_TITLE = re.compile(r'<meta[^>]+(og:title|twitter:title)[^>]*>', re.I)
DECLARED_AUTHOR = re.compile(r'<meta[^>]+name=["\']?author["\']?[^>]*>', re.I)
HEADING = re.compile(r'<(/?)h[1-6]\b', re.I)
NAMES_OF_ELEMENTS = re.compile(r'\s(class|id|itemprop|rel)\s*=\s*("[^"]*"|\'[^\']*\'|[^\s>]+)', re.I)
HEAD = re.compile(r'<head[^>]*>', re.I)
PEOPLE_SEPARATORS = re.compile(r'[,，、;；/|&]')
AUTHOR_LABEL = re.compile(r'(作者|作\s*者|撰文|文/)(?=\s*[:：])')
SOURCE_LABEL = re.compile(r'(来源|來源|文章来源|信息来源|稿件来源)(?=\s*[:：])')
# What templates declare as the author for want of one.
MAKERS = ('DedeCMS', 'Comsenz Inc.', 'Discuz! Team', 'WordPress', 'admin', '织梦内容管理系统', 'PbootCMS', '易优CMS', '帝国软件',
          'ThemeForest', 'Webmaster', '云优网络科技', 'Joomla', '极致建站', 'www.example.com')
PEOPLE = ('青山不老', 'lxy_2008', '简临溪', '过河小卒', 'wind2046', '老陈说历史', 'Tina酱', '柚木子', '星河滚烫', '泥鳅不钻泥', '岑北阶',
          '南宫问天', '小鱼儿0711', '尉迟敏', 'KK的后花园', '闲云野鹤', 'mr_zhao', '鹿鸣于野', '卷帘人', '清风徐来', '曲山石', '戚南枝',
          '舒晚照', 'Amber_L', '大漠孤烟')
AUTHOR_LABELS = ('撰稿', '撰文', '文', '作者', '文章作者', '发布者', '发布人', '投稿人', '楼主', '博主', '编写', '主讲', '供稿', '整理')
SOURCE_LABELS = ('来源', '出处', '稿件来源', '文章来源', '信息来源', '转载自', '原载', '转自', '来自', '摘自', '选自')


def names_in(authors):
    """The names of people in the labels of a page."""
    return {name.strip() for author in authors for name in PEOPLE_SEPARATORS.split(author) if len(name.strip()) > 1}


def under_the_sites_name(html, gold, chance):
    """The title element is the last part of itself, and no data names the title."""
    found = TITLE.search(html)
    parts = [part.strip() for part in SEPARATORS.split(found[1]) if part.strip()] if found else []
    if len(parts) > 1:
        html = html[:found.start(1)] + parts[-1] + html[found.end(1):]
    return DECLARED_TITLE.sub('', html)


def without_headings(html, gold, chance):
    return HEADING.sub(r'<\1div', html)


def without_names(html, gold, chance):
    """No class and no id."""
    return NAMES_OF_ELEMENTS.sub('', html)


def by_its_maker(html, gold, chance):
    """The data names who made the template."""
    html = DECLARED_AUTHOR.sub('', html).replace('"author":', '"maker":')
    return HEAD.sub(lambda head: f'{head[0]}<meta name="author" content="{chance.choice(MAKERS)}">', html, count=1)


def declared_only(html, gold, chance):
    """The data name the author, and no text does."""
    authors = gold.get('author') or []
    names = sorted(names_in(authors), key=lambda name: (-len(name), name))
    html = DECLARED_AUTHOR.sub('', html)
    for name in names:
        html = html.replace(name, '')
    return HEAD.sub(lambda head: f'{head[0]}<meta name="author" content="{names[0]}">', html, count=1) if names else html


def by_others(html, gold, chance):
    """Other people wrote it, under names of all kinds."""
    authors = gold.get('author') or []
    names = names_in(authors)
    others = {name: chance.choice(PEOPLE) for name in sorted(names, key=lambda name: (-len(name), name))}
    for name, other in others.items():
        html = html.replace(name, other)
    if authors:
        gold['author'] = ['; '.join(others.get(name.strip(), name) for name in PEOPLE_SEPARATORS.split(author)) for author in authors]
    return html


def under_other_labels(html, gold, chance):
    author, source = chance.choice(AUTHOR_LABELS), chance.choice(SOURCE_LABELS)
    return SOURCE_LABEL.sub(source, AUTHOR_LABEL.sub(author, html))


def by_others_under_other_labels(html, gold, chance):
    return under_other_labels(by_others(html, gold, chance), gold, chance)


# Those of titles and authors, and those of pages that name somebody.
OF_ALL = {'title': under_the_sites_name, 'div': without_headings, 'classes': without_names, 'maker': by_its_maker}
OF_NAMES = {'declared': declared_only, 'names': by_others, 'labels': under_other_labels, 'both': by_others_under_other_labels}
# The rankers learn from these, each page at this share of its weight. Pages that declare an author whom they do not show are rare among
# the labelled ones, and half of those authors are wrong: their variants say no more than that there are others.
TITLES = {'title': 0.25, 'div': 0.25}
AUTHORS = dict.fromkeys([*OF_ALL, *OF_NAMES], 0.5) | {'declared': 0.1}


def decoded(data):
    told = re.search(rb'charset=["\']?([\w-]+)', data[:3000])
    for encoding in ([told[1].decode()] if told else []) + ['utf-8', 'gb18030']:
        try:
            return data.decode(encoding)
        except (UnicodeDecodeError, LookupError):
            pass
    return data.decode('utf-8', 'replace')


def kinds_of(gold):
    is_labelled = gold.get('title') or gold.get('author') or 'author' in (gold.get('absent') or [])
    return (OF_ALL if is_labelled else {}) | (OF_NAMES if gold.get('author') or gold.get('source') else {})


def write(data, folder):
    """Writes the variants of the sets in a folder, a set for each; gives the page that each is a variant of, by SET/ID."""
    of = {}
    for path in sorted(Path(data).glob('*/gold.jsonl')):
        name = path.parent.name
        if name in ENGLISH:
            continue
        (folder / name / 'pages').mkdir(parents=True, exist_ok=True)
        with open(folder / name / 'gold.jsonl', 'w') as out:
            for line in filter(str.strip, path.read_text().split('\n')):
                gold = json.loads(line)
                if isinstance(gold.get('author'), str):
                    gold['author'] = [gold['author']]
                for kind, rewrite in kinds_of(gold).items():
                    variant = {key: value for key, value in gold.items() if key not in ('content', 'encoding')} | {'id': f'{gold["id"]}~{kind}'}
                    chance = random.Random(zlib.crc32(f'{name}/{variant["id"]}'.encode()))
                    html = rewrite(decoded(gzip.decompress((path.parent / 'pages' / f'{gold["id"]}.html.gz').read_bytes())), variant, chance)
                    packed = gzip.compress(b'\xef\xbb\xbf' + html.encode('utf-8', 'replace'), 1, mtime=0)
                    (folder / name / 'pages' / f'{variant["id"]}.html.gz').write_bytes(packed)
                    out.write(json.dumps(variant, ensure_ascii=False) + '\n')
                    of[f'{name}/{variant["id"]}'] = f'{name}/{gold["id"]}'
    return of


class VariantPlaces:
    """Site, fold and groups of every variant: those of its page."""

    def __init__(self, places, of):
        self.site = {key: places.site[page] for key, page in of.items()}
        self.fold = {key: places.fold[page] for key, page in of.items()}
        self.groups = {name: {key for key, page in of.items() if page in group} for name, group in places.groups.items()}
