# mergejson.py: three-way merge of word files in conflict, key by key (ours, theirs, base)
import json,subprocess,collections,sys
O=collections.OrderedDict
def show(stage,f):
    r=subprocess.run(['git','show',f':{stage}:{f}'],capture_output=True,text=True)
    return json.loads(r.stdout,object_pairs_hook=O) if r.returncode==0 else O()
def merge(b,o,t,path):
    if isinstance(o,dict) and isinstance(t,dict):
        b=b if isinstance(b,dict) else O()
        out=O()
        for k in list(o)+[k for k in t if k not in o]:
            ino,int_,inb=k in o,k in t,k in b
            if ino and int_: out[k]=merge(b.get(k),o[k],t[k],path+[k])
            elif ino and (not inb or o[k]!=b[k]): out[k]=o[k]
            elif int_ and (not inb or t[k]!=b[k]): out[k]=t[k]
        return out
    if o==t: return o
    if o==b: return t
    if t!=b: print('BOTH CHANGED','.'.join(path),o,'|',t)
    return o
for f in subprocess.run(['git','diff','--name-only','--diff-filter=U'],capture_output=True,text=True).stdout.split():
    if f.endswith('.json') and 'locales' in f:
        m=merge(show(1,f),show(2,f),show(3,f),[f])
        open(f,'w').write(json.dumps(m,ensure_ascii=False,indent=2)+'\n'); subprocess.run(['git','add',f])
