from PIL import Image
import sys
out=sys.argv[1]; names=sys.argv[2:]
ims=[Image.open('/tmp/look/%s.png'%n).convert('RGB') for n in names]
w=1080
ims=[i.resize((w,int(i.height*w/i.width))).crop((0,0,w,675)) for i in ims]
rows=(len(ims)+1)//2
W=Image.new('RGB',(2*w,675*rows),'white')
for k,im in enumerate(ims): W.paste(im,((k%2)*w,(k//2)*675))
W.save(out)
