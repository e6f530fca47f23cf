import { idSchema } from '@lobby/shared/kit/schema.ts';
import { depositRequest } from '@lobby/shared/modules/deposit.ts';
import { unit } from '@lobby/shared/modules/unit.ts';
import { z } from 'zod';
import { fail } from '../../kit/base/errors.ts';
import { type Route, route } from '../../kit/http/route.ts';
import { load } from '../../kit/records/act.ts';
import { loadRefs } from '../../kit/store/refs.ts';
import { accountFor, shownTransfer, virtualAt } from '../bank-account/index.ts';
import { missingOf } from './requests.ts';

export const requestQrRoute: Route = route({
  method: 'get',
  path: `${depositRequest.path}/:id/qr`,
  summary: 'How what is missing of a deposit is transferred, with the text of its VietQR',
  module: depositRequest.code,
  flags: ['read'],
  residents: true,
  params: z.strictObject({ id: idSchema }),
  answer: z.array(z.object({ account: z.string(), amount: z.int(), content: z.string(), payload: z.string() })),
  async run(ctx, { params: { id } }) {
    const doc = await load(ctx, depositRequest, id);
    const amount = doc.status === 'WAIT_FOR_DEPOSIT' ? missingOf(doc) : 0;
    if (amount <= 0) fail('QR_NOTHING_OWED');
    const unitId = String(doc.unitId);
    const [account, homes] = await Promise.all([accountFor(ctx), loadRefs(ctx.projectId, unit, [unitId])]);
    const virtual = account ? (await virtualAt(ctx, account, [unitId])).get(unitId) : undefined;
    const asked = { code: String(doc.code), unit: String(homes.get(unitId)?.code ?? ''), amount };
    const { bank, qr } = shownTransfer(account, asked, virtual);
    return bank && qr ? [{ account: bank.number, amount, content: bank.content, payload: qr }] : [];
  },
});
