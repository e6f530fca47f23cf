import type { BuiltInWords } from './words.ts';

export const ja: BuiltInWords = {
  names: {
    NORMAL: '料金のお知らせ',
    REMIND_DEBT_1: '督促1回目',
    REMIND_DEBT_2: '督促2回目',
    REMIND_DEBT_3: '督促3回目',
    LATE_FEE: '遅延利息のお知らせ',
    LAYOUT: 'メールの枠',
  },
  app: 'アプリ',
  dear: '{{member.name}} 様',
  mails: {
    NORMAL: {
      subject: '{{unit.code}}号室 {{notice.month}}の料金：{{notice.remaining}}、期限 {{notice.due}}',
      lead: ['{{unit_group.name}} {{unit.code}}号室の{{notice.month}}分の料金をお知らせいたします。'],
    },
    REMIND_DEBT_1: {
      subject: '{{unit_group.name}}：料金のお支払いについて（{{unit.code}}号室）',
      lead: [
        'お知らせ{{notice.code}}による{{unit.code}}号室の未払い額は{{reminder.amount}}、最も古いものの期限は{{reminder.due}}です。お忘れでしたら、お早めにお支払いください。',
      ],
    },
    REMIND_DEBT_2: {
      subject: '{{unit_group.name}}：料金のお支払いについて（2回目、{{unit.code}}号室）',
      lead: [
        'お知らせ{{notice.code}}による{{unit.code}}号室の未払い額は{{reminder.amount}}、最も古いものの期限は{{reminder.due}}で、{{reminder.daysOverdue}}日過ぎています。至急お支払いいただくか、ご不明な点がございましたらご連絡ください。',
      ],
    },
    REMIND_DEBT_3: {
      subject: '{{unit_group.name}}：料金のお支払いについて（最終、{{unit.code}}号室）',
      lead: [
        'お知らせ{{notice.code}}による{{unit.code}}号室の未払い額は{{reminder.amount}}、最も古いものの期限は{{reminder.due}}で、{{reminder.daysOverdue}}日過ぎています。これが最後のご連絡となります。未払い分には、規定によりお支払いの日まで遅延利息が発生することがあります。',
      ],
    },
    LATE_FEE: {
      subject: '{{unit_group.name}}：遅延利息のお知らせ（{{unit.code}}号室）',
      lead: [
        'お知らせ{{notice.code}}による{{unit.code}}号室の未払い額は{{notice.remaining}}、最も古いものの期限は{{lateFee.due}}で、{{lateFee.days}}日過ぎています。本日までの遅延利息は{{lateFee.amount}}で、お支払いまで日ごとに加算されます。',
      ],
    },
  },
  labels: {
    due: 'お支払い期限',
    help: 'お問い合わせ',
    off: 'このメールの配信を停止',
    paid: 'お支払い済みの場合は、このお知らせは破棄してください。',
  },
  notifications: {
    NORMAL: { subject: '{{notice.month}}の料金のお知らせ', text: '{{unit.code}}号室、期限 {{notice.due}}' },
    REMIND_DEBT_1: { subject: '料金のお支払いについて', text: '{{unit.code}}号室、{{notice.month}}分' },
    REMIND_DEBT_2: {
      subject: '料金のお支払いについて（2回目）',
      text: '{{unit.code}}号室、最も古いものは期限から{{reminder.daysOverdue}}日',
    },
    REMIND_DEBT_3: {
      subject: '料金のお支払いについて（最終）',
      text: '{{unit.code}}号室、最も古いものは期限から{{reminder.daysOverdue}}日',
    },
    LATE_FEE: { subject: '遅延利息のお知らせ', text: '{{unit.code}}号室、最も古いものは期限から{{lateFee.days}}日' },
  },
};
