import json
L=['vi','en','zh','ja','ko']
def W(*t): return dict(zip(L,t))
def tr(d,l):
    if isinstance(d,dict) and set(d)==set(L): return d[l]
    return {k:tr(v,l) for k,v in d.items()} if isinstance(d,dict) else d
own={
 'name':W('Báo đã chuyển tiền','Payment claim','付款申报','支払いの連絡','납부 신고'),
 'plural':W('Báo đã chuyển tiền','Payment claims','付款申报','支払いの連絡','납부 신고'),
 'fields':{
  'noticeCode':W('Thông báo phí','Fee notice','费用通知','請求通知','관리비 고지'),
  'noticeId':W('Thông báo phí','Fee notice','费用通知','請求通知','관리비 고지'),
  'paidOn':W('Ngày chuyển','Paid on','付款日期','支払日','납부일'),
  'bankAccountId':W('Chuyển vào tài khoản','Paid into','收款账户','振込先口座','입금 계좌'),
  'receiptId':W('Phiếu thu','Receipt','收款单','領収書','영수증'),
  'byId':W('Người báo','Told by','申报人','連絡した人','신고자'),
  'once':W('Khoá','Key','键','キー','키')},
 'inputs':{
  'receiptId':W('Phiếu thu đã có','Receipt that is there','已有收款单','既存の領収書','기존 영수증'),
  'methodId':W('Phương thức','Method','付款方式','支払方法','납부 방법'),
  'surplusTo':W('Tiền thừa vào','What is left goes to','余款去向','余剰金の扱い','남은 금액')},
 'options':{'surplusTo':{'UNIT_ACCOUNT':W('Tài khoản [[căn]]','Account of the [[unit]]','[[房屋]]账户','[[住戸]]の口座','[[세대]] 계정')}},
 'statuses':{
  'WAITING':W('Chờ xác nhận','Waiting','待确认','確認待ち','확인 대기'),
  'CONFIRMED':W('Đã xác nhận','Confirmed','已确认','確認済み','확인됨'),
  'WITHDRAWN':W('Đã rút','Withdrawn','已撤回','取り下げ','철회됨')},
 'actions':{
  'create':W('Báo đã chuyển','Tell of a payment','申报付款','支払いを連絡','납부 신고'),
  'confirm':W('Xác nhận','Confirm','确认','確認する','확인'),
  'withdraw':W('Rút lại','Withdraw','撤回','取り下げる','철회'),
  'export':W('Xuất tệp','Export','导出','書き出し','내보내기')},
 'tabs':{'waiting':W('Chờ xác nhận','Waiting','待确认','確認待ち','확인 대기')},
 'part':W('Thu tiền','Take a payment','收款','入金','수납'),
 'open':W('Còn nợ của [[căn]]','What the [[unit]] owes','[[房屋]]欠款','[[住戸]]の未払い','[[세대]] 미납'),
 'empty':{
  'title':W('Chưa có ai báo','Nobody has told of a payment','暂无付款申报','連絡はまだありません','신고가 없습니다'),
  'text':W('[[Cư dân]] báo đã chuyển tiền kèm ảnh sẽ hiện ở đây.','What [[residents]] say to have paid, with their pictures, stands here.','[[住户]]附图申报的付款会显示在这里。','[[住民]]が写真付きで連絡した支払いがここに表示されます。','[[입주민]]이 사진과 함께 신고한 납부가 여기에 표시됩니다.')},
 'count_other':W('{{count}} lần báo','{{count}} claims','{{count}} 个申报','連絡 {{count}} 件','신고 {{count}}건'),
 'new_other':W('{{count}} lần báo mới','{{count}} new claims','{{count}} 个新申报','新しい連絡 {{count}} 件','새 신고 {{count}}건'),
 '$shared':{'errors':{'CLAIM_WAITING':W('Đã báo cho thông báo này, đang chờ xác nhận.','This notice was told of already; it waits to be confirmed.','此通知已申报，正在等待确认。','この通知はすでに連絡済みで、確認待ちです。','이 고지는 이미 신고되어 확인을 기다리고 있습니다.')}},
}
def edit(l,f,fn):
    p=f'shared/locales/{l}/{f}.json'; d=json.load(open(p)); fn(d); json.dump(d,open(p,'w'),ensure_ascii=False,indent=2); open(p,'a').write('\n')
note={
 'PAYMENT_CLAIM_MADE':W('[[Cư dân]] báo đã chuyển tiền','A [[resident]] says to have paid','[[住户]]申报已付款','[[住民]]が支払いを連絡しました','[[입주민]]이 납부를 신고했습니다'),
 'PAYMENT_CLAIM_CONFIRMED':W('Đã xác nhận khoản bạn chuyển','Your payment was confirmed','您的付款已确认','お支払いが確認されました','납부가 확인되었습니다'),
 'PAYMENT_CLAIM_REJECTED':W('Khoản bạn báo chưa được xác nhận','Your payment could not be confirmed','您的付款未能确认','お支払いを確認できませんでした','납부를 확인하지 못했습니다')}
app={
 'title':W('Tôi đã chuyển tiền','I have paid','我已付款','支払いました','납부했습니다'),
 'amount':W('Số tiền','Amount','金额','金額','금액'),
 'paidOn':W('Ngày chuyển','Paid on','付款日期','支払日','납부일'),
 'note':W('Ghi chú','Note','备注','メモ','메모'),
 'send':W('Gửi','Send','提交','送信','보내기'),
 'withdraw':W('Rút lại','Withdraw','撤回','取り下げる','철회'),
 'status':{'WAITING':W('Chờ xác nhận','Waiting','待确认','確認待ち','확인 대기'),'CONFIRMED':W('Đã xác nhận','Confirmed','已确认','確認済み','확인됨'),
  'REJECTED':W('Chưa được xác nhận','Not confirmed','未确认','未確認','확인 안 됨'),'WITHDRAWN':W('Đã rút','Withdrawn','已撤回','取り下げ','철회됨')}}
for l in L:
    json.dump(tr(own,l),open(f'shared/locales/{l}/payment-claim.json','w'),ensure_ascii=False,indent=2); open(f'shared/locales/{l}/payment-claim.json','a').write('\n')
    edit(l,'notification',lambda d:d['types'].update({k:v[l] for k,v in note.items()}))
    edit(l,'resident-app',lambda d:d.update({'claim':tr(app,l)}))
