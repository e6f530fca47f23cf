import type { BuiltInWords } from './words.ts';

export const zh: BuiltInWords = {
  names: {
    NORMAL: '费用通知',
    REMIND_DEBT_1: '第一次催缴',
    REMIND_DEBT_2: '第二次催缴',
    REMIND_DEBT_3: '第三次催缴',
    LATE_FEE: '滞纳金通知',
    LAYOUT: '邮件版式',
  },
  app: '应用',
  dear: '尊敬的{{member.name}}：',
  mails: {
    NORMAL: {
      subject: '{{unit.code}} {{notice.month}}费用：{{notice.remaining}}，{{notice.due}} 前缴纳',
      lead: ['{{unit_group.name}}管理处特此通知{{unit.code}}室{{notice.month}}的费用。'],
    },
    REMIND_DEBT_1: {
      subject: '{{unit_group.name}}：费用催缴，{{unit.code}}',
      lead: [
        '{{unit.code}}室按通知单{{notice.code}}尚需缴纳{{reminder.amount}}，其中最早的一笔于{{reminder.due}}到期。如您一时遗忘，请尽快缴纳。',
      ],
    },
    REMIND_DEBT_2: {
      subject: '{{unit_group.name}}：第二次费用催缴，{{unit.code}}',
      lead: [
        '{{unit.code}}室按通知单{{notice.code}}尚需缴纳{{reminder.amount}}，其中最早的一笔于{{reminder.due}}到期，已逾期{{reminder.daysOverdue}}天。请立即缴纳；如有疑问，请与我们联系。',
      ],
    },
    REMIND_DEBT_3: {
      subject: '{{unit_group.name}}：最后一次费用催缴，{{unit.code}}',
      lead: [
        '{{unit.code}}室按通知单{{notice.code}}尚需缴纳{{reminder.amount}}，其中最早的一笔于{{reminder.due}}到期，已逾期{{reminder.daysOverdue}}天。这是最后一次催缴；未缴款项可能按规定计收滞纳金，直至付清之日。',
      ],
    },
    LATE_FEE: {
      subject: '{{unit_group.name}}：滞纳金通知，{{unit.code}}',
      lead: [
        '{{unit.code}}室按通知单{{notice.code}}尚需缴纳{{notice.remaining}}，其中最早的一笔于{{lateFee.due}}到期，已逾期{{lateFee.days}}天。截至今日滞纳金为{{lateFee.amount}}，付清之前按日增加。',
      ],
    },
  },
  labels: {
    due: '付款期限',
    help: '咨询',
    off: '停止接收此类邮件',
    paid: '如已付款，请忽略本通知。',
  },
  notifications: {
    NORMAL: { subject: '{{notice.month}}费用通知', text: '{{unit.code}}，期限 {{notice.due}}' },
    REMIND_DEBT_1: { subject: '费用催缴', text: '{{unit.code}}，{{notice.month}}费用' },
    REMIND_DEBT_2: { subject: '第二次费用催缴', text: '{{unit.code}}，最早的一笔已逾期{{reminder.daysOverdue}}天' },
    REMIND_DEBT_3: { subject: '最后一次费用催缴', text: '{{unit.code}}，最早的一笔已逾期{{reminder.daysOverdue}}天' },
    LATE_FEE: { subject: '滞纳金通知', text: '{{unit.code}}，最早的一笔已逾期{{lateFee.days}}天' },
  },
};
