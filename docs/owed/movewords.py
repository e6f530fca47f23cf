import json,sys,glob,os,collections
# movewords.py fields.utilityId [...]: a word that three modules say alike goes to defaults.json
L=['vi','en','zh','ja','ko']
for key in sys.argv[1:]:
    g,*k=key.split('.'); k='.'.join(k)
    files=[os.path.basename(f) for f in glob.glob('shared/locales/vi/*.json') if not f.endswith('defaults.json')]
    val=collections.Counter()
    data={l:{f:json.load(open(f'shared/locales/{l}/{f}'),object_pairs_hook=collections.OrderedDict) for f in files} for l in L}
    def get(l,f):
        o=data[l][f].get(g,{})
        for p in k.split('.'):
            o=o.get(p) if isinstance(o,dict) else None
        return o
    for f in files:
        t=tuple(get(l,f) for l in L)
        if all(isinstance(x,str) for x in t): val[t]+=1
    (best,n)=val.most_common(1)[0]
    print(key,best,n)
    for i,l in enumerate(L):
        d=json.load(open(f'shared/locales/{l}/defaults.json'),object_pairs_hook=collections.OrderedDict)
        o=d.setdefault(g,collections.OrderedDict()); ps=k.split('.')
        for p in ps[:-1]: o=o.setdefault(p,collections.OrderedDict())
        o[ps[-1]]=best[i]
        open(f'shared/locales/{l}/defaults.json','w').write(json.dumps(d,ensure_ascii=False,indent=2)+'\n')
    for f in files:
        if tuple(get(l,f) for l in L)==best:
            for l in L:
                o=data[l][f][g]; ps=k.split('.'); chain=[(data[l][f],g)]
                for p in ps[:-1]: chain.append((o,p)); o=o[p]
                del o[ps[-1]]
                for par,p in reversed(chain):
                    if not par[p]: del par[p]
                open(f'shared/locales/{l}/{f}','w').write(json.dumps(data[l][f],ensure_ascii=False,indent=2)+'\n')
