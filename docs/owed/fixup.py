import re,os
for p in ['server/demo/generate.ts','shared/modules/index.ts']:
    s=open(p).read()
    s=re.sub(r"import \{ guest, visitor \} from '[^']*visitor.ts';\n","",s)
    s=re.sub(r"import \{ identityAccount, paymentMethod \} from '[^']*';\n","",s)
    open(p,'w').write(s)
p='server/start.ts'; s=open(p).read()
lines=re.findall(r"  useStarters\(\[.*?\]\);\n",s)
if len(lines)>1 or 'fundStarter' in s or 'categoryStarter' not in ''.join(lines):
    names=[]
    for l in lines:
        for n in re.findall(r"\w+Starter\b",l):
            if n not in names and n!='fundStarter': names.append(n)
    first=s.index(lines[0])
    for l in lines: s=s.replace(l,'',1)
    s=s[:first]+"  useStarters(["+', '.join(names)+"]);\n"+s[first:]
    s=re.sub(r"import \{[^}]*fundStarter[^}]*\} from '[^']*';\n","",s)
    open(p,'w').write(s)
