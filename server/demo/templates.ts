import { reportTemplate } from '@lobby/shared/modules/report-template.ts';
import { template, templateVersion } from '@lobby/shared/modules/template.ts';
import { idsOf, type Made, recordOf } from './documents.ts';
import type { Site } from './sites.ts';

type Words = Pick<Made<typeof template>, 'name' | 'kind' | 'channel' | 'subject' | 'content'>;

const WORDS: readonly (Words & { used: boolean; before?: string })[] = [
  {
    name: 'Thông báo phí qua email',
    kind: 'NORMAL',
    channel: 'EMAIL',
    subject: '{{project}} – Thông báo phí tháng {{month}} – {{unit}}',
    content:
      'Kính gửi {{payer}},\n\nBan quản lý {{project}} trân trọng thông báo các khoản phí tháng {{month}} của căn hộ {{unit}}:\n\n- Phí phát sinh trong tháng: {{total}}\n- Nợ kỳ trước: {{carried}}\n- Tổng cần thanh toán: {{owed}}\n\nQuý cư dân vui lòng thanh toán trước ngày {{dueDate}}. Nội dung chuyển khoản: {{transfer}}.\n\nMọi thắc mắc xin liên hệ {{hotline}}. Trân trọng cảm ơn.',
    before:
      'Kính gửi {{payer}},\n\nPhí tháng {{month}} của căn hộ {{unit}} là {{owed}}, hạn thanh toán {{dueDate}}.\n\nBan quản lý {{project}}',
    used: true,
  },
  {
    name: 'Nhắc nợ lần 1 qua SMS',
    kind: 'REMIND_DEBT_1',
    channel: 'SMS',
    subject: null,
    content:
      '{{project}}: can {{unit}} con {{owed}} phi thang {{month}} chua thanh toan. Bo qua neu da nop. LH {{hotline}}',
    used: true,
  },
  {
    name: 'Báo phí chậm nộp',
    kind: 'LATE_FEE',
    channel: 'EMAIL',
    subject: '{{project}} – Phí chậm nộp – {{unit}}',
    content:
      'Kính gửi {{payer}},\n\nKhoản phí {{owed}} của căn hộ {{unit}} đã quá hạn {{daysLate}} ngày. Phí chậm nộp tạm tính là {{lateFee}}.\n\nBan quản lý {{project}}',
    used: false,
  },
];

const DAY = 86_400_000;

/** The words that a project gave its notices, and what they were before. */
export function templatesOf(site: Site, now: Date) {
  const [id, versionId] = [idsOf('template', site.key), idsOf('template-version', site.key)];
  const at = new Date(now.getTime() - 120 * DAY);
  const templates = WORDS.map(({ used, before, ...words }, n) =>
    recordOf(template, site.id, id(n), at, {
      ...{ ...words, language: 'vi', edition: before ? 2 : 1 },
      ...{ status: used ? 'IN_USE' : 'DRAFT', usedAt: used ? at : null },
    }),
  );
  const versions = WORDS.flatMap(({ subject, content, before }, n) =>
    (before ? [before, content] : [content]).map((said, e) => ({ templateId: id(n), subject, said, edition: e + 1 })),
  ).map(({ said, ...rest }, n) =>
    recordOf(templateVersion, site.id, versionId(n), new Date(at.getTime() + n * DAY), {
      ...{ ...rest, content: said, author: 'Đỗ Thị Ngân' },
    }),
  );
  const papers = [
    recordOf(reportTemplate, site.id, idsOf('report-template', site.key)(0), at, {
      ...{ name: 'Thông báo phí có chữ ký', paper: 'FEE_NOTICE', showBank: true, showQr: true },
      ...{ treasurer: 'Đỗ Thị Ngân', status: 'IN_USE', usedAt: at },
      signatures: [
        { title: 'Trưởng ban quản lý', signer: null },
        { title: 'Kế toán', signer: 'Đỗ Thị Ngân' },
      ],
      foot: 'Quý cư dân đã thanh toán xin bỏ qua thông báo này.',
    }),
  ];
  return { templates, versions, papers };
}
