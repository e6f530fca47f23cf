import re,subprocess
for p in subprocess.run(['git','diff','--name-only','--diff-filter=U'],capture_output=True,text=True).stdout.split():
    s=open(p).read()
    def f(m):
        a=m.group(1).splitlines(True); b=[x for x in m.group(2).splitlines(True) if x not in a]
        return ''.join(a+b)
    s2=re.sub(r"<<<<<<< [^\n]*\n(.*?)=======\n(.*?)>>>>>>> [^\n]*\n",f,s,flags=re.S)
    open(p,'w').write(s2); print('union',p)
