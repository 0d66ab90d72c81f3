"""Which site each labelled page is of, and in which fold of the cross-validation its site is."""
import json, re
from collections import Counter
from pathlib import Path

import numpy
from publicsuffixlist import PublicSuffixList

FOLDS = 5
OWN = 'own-'
SUFFIXES = PublicSuffixList(only_icann=True)
# Sets that name a site by a word of their own, where other sets have pages of it by its address.
OTHER_NAMES = json.loads((Path(__file__).parent / 'site_names.json').read_text())


def site_of(gold):
    """A site is what stands before the public suffix, so that its pages by address and by bare name are of one."""
    name = gold.get('site') or gold.get('url') or gold['id']
    name = OTHER_NAMES.get(name, name)
    host = re.match(r'(?:https?://)?([^/:?#]*)', name)[1].lower()
    if not re.fullmatch(r'[^\s.]+(\.[^\s.]+)+', host):
        return name.lower()
    return (SUFFIXES.privatesuffix(host) or host).split('.')[0]


class Places:
    """The site and the fold of every page of the sets in a folder, by SET/ID; and which of them are left out by name."""

    def __init__(self, folder, groups=()):
        self.site, self.sets = {}, {}
        for path in sorted(Path(folder).glob('*/gold.jsonl')):
            for line in path.read_text().split('\n'):
                if line.strip():
                    gold = json.loads(line)
                    key = f'{path.parent.name}/{gold["id"]}'
                    self.site[key], self.sets[key] = site_of(gold), path.parent.name
        fold_of_site = self.folds()
        self.fold = {key: fold_of_site[site] for key, site in self.site.items()}
        # A site that has pages in the sets of a group is left out with them.
        self.groups = {}
        for group in groups:
            sites = {site for key, site in self.site.items() if self.sets[key] in group.split('+')}
            self.groups[group] = {key for key, site in self.site.items() if site in sites}

    def folds(self):
        """Sites are dealt out set by set, those of most pages first, so that folds are of one size and of all sets."""
        pages = {}
        for key, site in self.site.items():
            pages.setdefault(site, Counter())[self.sets[key]] += 1
        chance = dict(zip(sorted(pages), numpy.random.RandomState(0).permutation(len(pages)).tolist()))

        def turn(site):
            first_set, count = max(pages[site].items(), key=lambda item: (item[1], item[0]))
            return site.startswith(OWN), first_set, -count, chance[site]
        return {site: place % FOLDS for place, site in enumerate(sorted(pages, key=turn))}
