import re,glob,sys
have=set()
for l in open(sys.argv[1] if len(sys.argv)>1 else '/tmp/routes.txt'):
    m=re.match(r'(GET|POST|PUT|DELETE|PATCH)\s+/api(/\S+)',l)
    if m: have.add((m[1],re.sub(r'[:{][A-Za-z]+}?','*',m[2])))
paths={p for _,p in have}
for f in sorted(glob.glob('/work/shared/cards/*/*.md')+glob.glob('/work/shared/spec/*.md')+['/work/shared/design/api.md']):
    t=open(f).read(); miss=[]
    for m in re.finditer(r'\b(GET|POST|PUT|DELETE|PATCH)((?:[, |/]+(?:GET|POST|PUT|DELETE|PATCH))*) `?(/[A-Za-z0-9_:/\-.{}]+)',t):
        p=re.sub(r'[:{][A-Za-z]+}?','*',m[3].rstrip('.,/`').split('?')[0])
        p=p.removeprefix('/api')
        for meth in [m[1]]+re.findall('GET|POST|PUT|DELETE|PATCH',m[2]):
            if (meth,p) not in have:
                tag='' if p in paths else ' !'
                miss.append(f'{meth} {p}{tag}')
    if miss:
        print(f.split('shared/')[1],len(miss)); 
        for x in dict.fromkeys(miss): print('   ',x)
