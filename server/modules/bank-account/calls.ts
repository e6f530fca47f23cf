import { BANKS, bankOf } from '@lobby/shared/billing/banks.ts';
import { MOST_CONTENT } from '@lobby/shared/billing/transfer-text.ts';
import { readVietQr, transferContent, vietQr } from '@lobby/shared/billing/vietqr.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { fold } from '@lobby/shared/kit/text-search.ts';
import { feeNotice } from '@lobby/shared/modules/fee-notice.ts';
import { accountQr } from '@lobby/shared/modules/fund.contract.ts';
import { bankAccount } from '@lobby/shared/modules/fund.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { create, toBuffer } from 'qrcode';
import { z } from 'zod';
import { fail, failFields } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/acts/act.ts';
import { loadRefs } from '../../kit/store/refs/refs.ts';
import { shownTransfer, shownTransferSchema, virtualAt } from './transfer.ts';

const MOST_AMOUNT = 9_999_999_999_999;
const params = z.strictObject({ id: idSchema });

const MARGIN = 4;
/** QR code as an SVG, with the quiet zone that scanners need. */
function svgOf(text: string): string {
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const dark = [...data].flatMap((bit, n) =>
    bit ? `M${MARGIN + (n % size)} ${MARGIN + Math.floor(n / size)}h1v1h-1z` : [],
  );
  const side = size + 2 * MARGIN;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${dark.join('')}"/></svg>`;
}

/** VietQR as text, with an image in the requested format. */
export async function drawVietQr(text: string, content: string, format: string) {
  const how = { errorCorrectionLevel: 'M', margin: MARGIN } as const;
  const png = format === 'png' ? (await toBuffer(text, { ...how, width: 400 })).toString('base64') : null;
  return {
    text,
    content,
    svg: format === 'svg' ? svgOf(text) : null,
    png: png && `data:image/png;base64,${png}`,
  };
}

export function amountOf(text: string | undefined): number | null {
  if (text === undefined) return null;
  const value = Number(text);
  if (value > MOST_AMOUNT) failFields({ amount: { code: 'AMOUNT_TOO_LARGE' } }, 'AMOUNT_TOO_LARGE');
  return value === 0 ? fail('QR_NOTHING_OWED') : value;
}

/** Sample notice for previewing the account's transfer text. */
const SAMPLE = { code: 'TBP-2611-00042', unit: 'A-12.05', month: '2026-11', project: 'Lobby', amount: 1_250_000 };

const shared = { module: bankAccount.code, flags: ['read'] as const };

export const bankRoutes: readonly Route[] = [
  route({
    ...shared,
    method: 'get',
    path: '/bank',
    summary: 'The banks of the country',
    query: z.strictObject({ q: z.string().max(100).optional() }),
    answer: z.array(z.object({ bin: z.string(), code: z.string(), name: z.string(), vietQr: z.boolean() })),
    run: async (_ctx, { query: { q = '' } }) =>
      BANKS.filter(({ bin, code, name }) => [bin, code, name].some(word => fold(word).includes(fold(q)))),
  }),
  route({
    ...shared,
    method: 'post',
    path: `${bankAccount.path}/qr/parse`,
    summary: 'What a VietQR says',
    body: z.strictObject({ text: z.string().min(1).max(1000) }),
    answer: z.object({
      bin: z.string(),
      bank: z.string().nullable(),
      accountNumber: z.string(),
      amount: z.int().nullable(),
      content: z.string(),
    }),
    async run(_ctx, { body: { text } }) {
      const read = readVietQr(text);
      if (!read) return failFields({ text: { code: 'QR_INVALID' } }, 'QR_INVALID');
      const { bin, account, amount, content } = read;
      return { bin, bank: bankOf(bin)?.name ?? null, accountNumber: account, amount, content };
    },
  }),
  route(accountQr, {
    flags: ['read'],
    async run(ctx, { params, query }) {
      const { bankBin, accountNumber } = await load(ctx, bankAccount, params.id);
      const content = transferContent(query.content ?? '')
        .slice(0, MOST_CONTENT)
        .trim();
      const transfer = { bin: bankBin, account: accountNumber, amount: amountOf(query.amount), content };
      return drawVietQr(vietQr(transfer), content, query.format ?? 'text');
    },
  }),
  route({
    ...shared,
    method: 'get',
    path: `${bankAccount.path}/:id/preview`,
    summary: 'What a notice would ask to be transferred to an account',
    params,
    query: z.strictObject({ noticeId: idSchema.optional() }),
    answer: shownTransferSchema,
    async run(ctx, { params, query }) {
      const account = await load(ctx, bankAccount, params.id);
      if (!query.noticeId) return shownTransfer(account, SAMPLE);
      const notice = await load(ctx, feeNotice, query.noticeId);
      const { unitId } = notice;
      const code = (await loadRefs(ctx.projectId, unit, [unitId])).get(unitId)?.code ?? '';
      const request = { code: notice.code ?? '', unit: code, month: notice.month, amount: notice.totalPayment };
      return shownTransfer(account, request, (await virtualAt(ctx, account, [unitId])).get(unitId));
    },
  }),
];
