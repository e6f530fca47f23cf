import type { BuiltInWords } from './words.ts';

export const en: BuiltInWords = {
  names: {
    NORMAL: 'Fee notice',
    REMIND_DEBT_1: 'First reminder',
    REMIND_DEBT_2: 'Second reminder',
    REMIND_DEBT_3: 'Third reminder',
    LATE_FEE: 'Late interest notice',
    LAYOUT: 'Frame of mails',
  },
  app: 'app',
  dear: 'Dear {{member.name}},',
  mails: {
    NORMAL: {
      subject: 'Fees of {{notice.month}} for apartment {{unit.code}}: {{notice.remaining}}, due {{notice.due}}',
      lead: ['This is the fee notice of {{notice.month}} for apartment {{unit.code}}, {{unit_group.name}}.'],
    },
    REMIND_DEBT_1: {
      subject: '{{unit_group.name}}: fees still open, apartment {{unit.code}}',
      lead: [
        'Apartment {{unit.code}} has {{reminder.amount}} to pay by notice {{notice.code}}, the oldest of it due {{reminder.due}}. It may have slipped your mind; please pay as soon as you can.',
      ],
    },
    REMIND_DEBT_2: {
      subject: '{{unit_group.name}}: second reminder, apartment {{unit.code}}',
      lead: [
        'Apartment {{unit.code}} has {{reminder.amount}} to pay by notice {{notice.code}}, the oldest of it due {{reminder.due}} and {{reminder.daysOverdue}} days overdue. Please pay now, or contact us if anything is unclear.',
      ],
    },
    REMIND_DEBT_3: {
      subject: '{{unit_group.name}}: last reminder, apartment {{unit.code}}',
      lead: [
        'Apartment {{unit.code}} has {{reminder.amount}} to pay by notice {{notice.code}}, the oldest of it due {{reminder.due}} and {{reminder.daysOverdue}} days overdue. This is the last reminder; what is unpaid may bear late interest until it is paid, by the rules of the building.',
      ],
    },
    LATE_FEE: {
      subject: '{{unit_group.name}}: late interest, apartment {{unit.code}}',
      lead: [
        'Apartment {{unit.code}} has {{notice.remaining}} to pay by notice {{notice.code}}, the oldest of it due {{lateFee.due}} and {{lateFee.days}} days overdue. The late interest up to today is {{lateFee.amount}}, and grows by the day until it is paid.',
      ],
    },
  },
  labels: {
    due: 'Due',
    help: 'Help',
    off: 'Stop such mails',
    paid: 'If you have paid, please disregard this notice.',
  },
  texts: {
    NORMAL:
      '{{unit_group.name}}: fees of {{notice.month}}, apartment {{unit.code}}: {{notice.remaining}}, due {{notice.due}}. Help: {{sender.phone}}',
    REMIND_DEBT_1:
      '{{unit_group.name}}: apartment {{unit.code}} still owes {{reminder.amount}} ({{notice.month}}). Please pay soon. Help: {{sender.phone}}',
    REMIND_DEBT_2:
      '{{unit_group.name}}: second reminder, apartment {{unit.code}} owes {{reminder.amount}} ({{notice.month}}), overdue. Help: {{sender.phone}}',
    REMIND_DEBT_3:
      '{{unit_group.name}}: last reminder, apartment {{unit.code}} owes {{reminder.amount}} ({{notice.month}}). Help: {{sender.phone}}',
    LATE_FEE:
      '{{unit_group.name}}: apartment {{unit.code}} owes {{notice.remaining}}, the oldest {{lateFee.days}} days overdue, late interest {{lateFee.amount}}. Help: {{sender.phone}}',
  },
  notifications: {
    NORMAL: { subject: 'Fee notice {{notice.month}}', text: 'Apartment {{unit.code}}, due {{notice.due}}' },
    REMIND_DEBT_1: { subject: 'Fees still open', text: 'Apartment {{unit.code}}, fees of {{notice.month}}' },
    REMIND_DEBT_2: {
      subject: 'Second reminder of fees',
      text: 'Apartment {{unit.code}}, the oldest {{reminder.daysOverdue}} days overdue',
    },
    REMIND_DEBT_3: {
      subject: 'Last reminder of fees',
      text: 'Apartment {{unit.code}}, the oldest {{reminder.daysOverdue}} days overdue',
    },
    LATE_FEE: { subject: 'Late interest', text: 'Apartment {{unit.code}}, the oldest {{lateFee.days}} days overdue' },
  },
};
