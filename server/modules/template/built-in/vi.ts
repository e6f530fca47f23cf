import type { BuiltInWords } from './words.ts';

export const vi: BuiltInWords = {
  names: {
    NORMAL: 'Thông báo phí',
    REMIND_DEBT_1: 'Nhắc nợ lần 1',
    REMIND_DEBT_2: 'Nhắc nợ lần 2',
    REMIND_DEBT_3: 'Nhắc nợ lần 3',
    LATE_FEE: 'Thông báo lãi chậm trả',
    LAYOUT: 'Khung email',
  },
  app: 'ứng dụng',
  dear: 'Kính gửi {{member.name}},',
  mails: {
    NORMAL: {
      subject: 'Phí tháng {{notice.month}} của căn {{unit.code}}: {{notice.remaining}}, hạn {{notice.due}}',
      lead: ['Ban quản lý {{unit_group.name}} gửi thông báo phí tháng {{notice.month}} của căn {{unit.code}}.'],
    },
    REMIND_DEBT_1: {
      subject: '{{unit_group.name}}: nhắc thanh toán phí, căn {{unit.code}}',
      lead: [
        'Căn {{unit.code}} còn phải trả {{reminder.amount}} theo thông báo {{notice.code}}, khoản lâu nhất hạn {{reminder.due}}. Có thể quý vị quên; xin thanh toán trong thời gian sớm nhất.',
      ],
    },
    REMIND_DEBT_2: {
      subject: '{{unit_group.name}}: nhắc thanh toán phí lần 2, căn {{unit.code}}',
      lead: [
        'Căn {{unit.code}} còn phải trả {{reminder.amount}} theo thông báo {{notice.code}}, khoản lâu nhất hạn {{reminder.due}}, đã quá hạn {{reminder.daysOverdue}} ngày. Xin thanh toán ngay, hoặc liên hệ với chúng tôi nếu có vướng mắc.',
      ],
    },
    REMIND_DEBT_3: {
      subject: '{{unit_group.name}}: nhắc thanh toán phí lần cuối, căn {{unit.code}}',
      lead: [
        'Căn {{unit.code}} còn phải trả {{reminder.amount}} theo thông báo {{notice.code}}, khoản lâu nhất hạn {{reminder.due}}, đã quá hạn {{reminder.daysOverdue}} ngày. Đây là lần nhắc cuối; khoản chưa trả có thể chịu lãi chậm trả đến ngày thanh toán, theo quy định của toà nhà.',
      ],
    },
    LATE_FEE: {
      subject: '{{unit_group.name}}: lãi chậm trả, căn {{unit.code}}',
      lead: [
        'Căn {{unit.code}} còn phải trả {{notice.remaining}} theo thông báo {{notice.code}}, khoản lâu nhất hạn {{lateFee.due}}, đã quá hạn {{lateFee.days}} ngày. Lãi chậm trả tính đến hôm nay là {{lateFee.amount}} và còn tăng theo từng ngày cho đến khi thanh toán.',
      ],
    },
  },
  labels: {
    due: 'Hạn thanh toán',
    help: 'Hỗ trợ',
    off: 'Ngừng nhận loại thư này',
    paid: 'Nếu đã thanh toán, xin bỏ qua thông báo này.',
  },
  texts: {
    NORMAL:
      '{{unit_group.name}}: phí tháng {{notice.month}} căn {{unit.code}} là {{notice.remaining}}, hạn {{notice.due}}. Hỗ trợ: {{sender.phone}}',
    REMIND_DEBT_1:
      '{{unit_group.name}}: căn {{unit.code}} còn nợ phí tháng {{notice.month}}: {{reminder.amount}}. Xin thanh toán sớm. Hỗ trợ: {{sender.phone}}',
    REMIND_DEBT_2:
      '{{unit_group.name}}: nhắc lần 2, căn {{unit.code}} quá hạn phí tháng {{notice.month}}: {{reminder.amount}}. Hỗ trợ: {{sender.phone}}',
    REMIND_DEBT_3:
      '{{unit_group.name}}: nhắc lần cuối, căn {{unit.code}} còn nợ phí tháng {{notice.month}}: {{reminder.amount}}. Hỗ trợ: {{sender.phone}}',
    LATE_FEE:
      '{{unit_group.name}}: căn {{unit.code}} quá hạn lâu nhất {{lateFee.days}} ngày, còn nợ {{notice.remaining}}, lãi chậm trả {{lateFee.amount}}. Hỗ trợ: {{sender.phone}}',
  },
  notifications: {
    NORMAL: { subject: 'Thông báo phí tháng {{notice.month}}', text: 'Căn {{unit.code}}, hạn {{notice.due}}' },
    REMIND_DEBT_1: { subject: 'Nhắc thanh toán phí', text: 'Căn {{unit.code}}, phí tháng {{notice.month}}' },
    REMIND_DEBT_2: {
      subject: 'Nhắc thanh toán phí lần 2',
      text: 'Căn {{unit.code}}, khoản lâu nhất quá hạn {{reminder.daysOverdue}} ngày',
    },
    REMIND_DEBT_3: {
      subject: 'Nhắc thanh toán phí lần cuối',
      text: 'Căn {{unit.code}}, khoản lâu nhất quá hạn {{reminder.daysOverdue}} ngày',
    },
    LATE_FEE: { subject: 'Lãi chậm trả', text: 'Căn {{unit.code}}, khoản lâu nhất quá hạn {{lateFee.days}} ngày' },
  },
};
