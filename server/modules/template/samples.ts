import { amountInWords } from '@lobby/shared/kit/amount-words.ts';
import { VIETNAM } from '@lobby/shared/kit/dates.ts';
import { text } from '../../kit/base/messages.ts';
import { buttonTag, linesTag } from '../../kit/mail/frame.ts';
import { Markup, Shown, type WordValues } from './engine.ts';
import { dateOf, type Manner, moneyOf, numberOf, todayShown } from './formats.ts';

const LINK = 'https://lobby.example/resident/bills';
const EXAMPLE = new Date('2026-11-25T05:00:00Z');

/** Sample value for each variable, to try texts without a notice. */
export function samplesFor(manner: Manner): WordValues {
  const { language } = manner;
  const money = (amount: number) => moneyOf(amount, manner);
  const line = { service: 'Phí quản lý', quantity: '72,5', unitPrice: '12.000', amount: money(870_000), vat: money(0) };
  const debt = { code: 'TBP-2610-00042', month: '10/2026', remaining: money(500_000) };
  return {
    unit_group: {
      name: 'Hoa Sen',
      address: '12 Nguyễn Huệ, Sài Gòn, TP. Hồ Chí Minh',
      hotline: '1900 6868',
      email: 'bql@hoasen.demo',
      management: 'Công ty quản lý vận hành Hoa Sen',
    },
    unit: {
      code: 'A-12.05',
      name: 'A-12.05',
      block: 'A',
      floor: '12',
      area: numberOf(72.5, manner, ' m²'),
      useArea: numberOf(68, manner, ' m²'),
    },
    member: { name: 'Nguyễn Trần Thị Phương Thảo', role: 'Chủ hộ', language: 'Tiếng Việt' },
    notice: {
      code: 'TBP-2611-00042',
      month: dateOf('2026-11'),
      total: money(3_305_087),
      new: money(2_802_895),
      debt: money(500_000),
      interest: money(2192),
      paid: money(0),
      remaining: money(3_305_087),
      totalInWords: amountInWords(3_305_087, language),
      remainingInWords: amountInWords(3_305_087, language),
      sending: dateOf('2026-11-01'),
      due: dateOf('2026-11-15'),
      debtDue: dateOf('2026-11-20'),
      closing: dateOf('2026-10-31'),
      lines: new Markup([line], linesTag([{ name: line.service, value: String(line.amount) }])),
      debts: new Markup([debt], linesTag([{ name: debt.month, detail: debt.code, value: String(debt.remaining) }])),
      qr: new Markup('', ''),
      link: manner.accent
        ? new Markup(LINK, buttonTag(LINK, text(language, 'fee-notice.mail.open'), manner.accent))
        : LINK,
    },
    bank: {
      name: 'Vietcombank',
      branch: 'Sài Gòn',
      accountNumber: '0011004123456',
      beneficiary: 'BQL HOA SEN',
      content: 'TBP261100042 A1205',
      transfer: new Markup('', ''),
    },
    reminder: {
      level: new Shown(2, '2'),
      daysOverdue: new Shown(21, '21'),
      noticeCount: new Shown(3, '3'),
      amount: money(3_305_087),
      due: dateOf('2026-10-15'),
    },
    lateFee: {
      rate: new Shown(10, '10 %'),
      days: new Shown(21, '21'),
      amount: money(12_345),
      due: dateOf('2026-10-15'),
    },
    sender: { name: 'Phòng kế toán Hoa Sen', phone: '028 3822 6868', email: 'ketoan@hoasen.demo' },
    today: todayShown(EXAMPLE, VIETNAM, language),
    unsubscribe: { link: 'https://lobby.example/emails' },
    content: new Markup('', ''),
  };
}

/** Text of a variable; empty if it has none. */
export function shownBy(values: WordValues, name: string): string {
  const value = name
    .split('.')
    .reduce<unknown>((of, key) => (typeof of === 'object' && of !== null ? Reflect.get(of, key) : undefined), values);
  return value === null || value === undefined || value instanceof Markup ? '' : String(value);
}
