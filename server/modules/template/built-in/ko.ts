import type { BuiltInWords } from './words.ts';

export const ko: BuiltInWords = {
  names: {
    NORMAL: '관리비 고지',
    REMIND_DEBT_1: '1차 독촉',
    REMIND_DEBT_2: '2차 독촉',
    REMIND_DEBT_3: '3차 독촉',
    LATE_FEE: '연체료 고지',
    LAYOUT: '메일 틀',
  },
  app: '앱',
  dear: '{{member.name}} 님께,',
  mails: {
    NORMAL: {
      subject: '{{unit.code}}호 {{notice.month}} 관리비: {{notice.remaining}}, 기한 {{notice.due}}',
      lead: ['{{unit_group.name}} {{unit.code}}호의 {{notice.month}} 관리비를 알려 드립니다.'],
    },
    REMIND_DEBT_1: {
      subject: '{{unit_group.name}}: 관리비 납부 안내, {{unit.code}}호',
      lead: [
        '고지서 {{notice.code}}에 따라 {{unit.code}}호에서 납부하실 금액은 {{reminder.amount}}이며, 가장 오래된 금액의 기한은 {{reminder.due}}입니다. 혹시 잊으셨다면 빠른 시일 안에 납부해 주시기 바랍니다.',
      ],
    },
    REMIND_DEBT_2: {
      subject: '{{unit_group.name}}: 관리비 2차 독촉, {{unit.code}}호',
      lead: [
        '고지서 {{notice.code}}에 따라 {{unit.code}}호에서 납부하실 금액은 {{reminder.amount}}이며, 가장 오래된 금액은 기한 {{reminder.due}}에서 {{reminder.daysOverdue}}일 연체되었습니다. 지금 납부해 주시거나 문의 사항이 있으면 연락해 주십시오.',
      ],
    },
    REMIND_DEBT_3: {
      subject: '{{unit_group.name}}: 관리비 최종 독촉, {{unit.code}}호',
      lead: [
        '고지서 {{notice.code}}에 따라 {{unit.code}}호에서 납부하실 금액은 {{reminder.amount}}이며, 가장 오래된 금액은 기한 {{reminder.due}}에서 {{reminder.daysOverdue}}일 연체되었습니다. 마지막으로 알려 드립니다. 미납액에는 규정에 따라 납부일까지 연체료가 부과될 수 있습니다.',
      ],
    },
    LATE_FEE: {
      subject: '{{unit_group.name}}: 연체료 안내, {{unit.code}}호',
      lead: [
        '고지서 {{notice.code}}에 따라 {{unit.code}}호에서 납부하실 금액은 {{notice.remaining}}이며, 가장 오래된 금액은 기한 {{lateFee.due}}에서 {{lateFee.days}}일 연체되었습니다. 오늘까지의 연체료는 {{lateFee.amount}}이며 납부하실 때까지 날마다 늘어납니다.',
      ],
    },
  },
  labels: {
    due: '납부 기한',
    help: '문의',
    off: '이 메일 수신 거부',
    paid: '이미 납부하셨다면 이 안내는 무시해 주십시오.',
  },
  notifications: {
    NORMAL: { subject: '{{notice.month}} 관리비 고지', text: '{{unit.code}}호, 기한 {{notice.due}}' },
    REMIND_DEBT_1: { subject: '관리비 납부 안내', text: '{{unit.code}}호, {{notice.month}} 관리비' },
    REMIND_DEBT_2: {
      subject: '관리비 2차 독촉',
      text: '{{unit.code}}호, 가장 오래된 금액 {{reminder.daysOverdue}}일 연체',
    },
    REMIND_DEBT_3: {
      subject: '관리비 최종 독촉',
      text: '{{unit.code}}호, 가장 오래된 금액 {{reminder.daysOverdue}}일 연체',
    },
    LATE_FEE: { subject: '연체료 안내', text: '{{unit.code}}호, 가장 오래된 금액 {{lateFee.days}}일 연체' },
  },
};
