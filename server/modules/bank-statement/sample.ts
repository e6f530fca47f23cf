import { type StatementText, tableOfStatement, WRITTEN } from '@lobby/shared/billing/statement/write.ts';
import { addDays } from '@lobby/shared/kit/dates.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { BANK_STATEMENT, bankStatement } from '@lobby/shared/modules/bank-statement.ts';
import { bankAccount } from '@lobby/shared/modules/fund.ts';
import { z } from 'zod';
import type { Ctx } from '../../kit/base/context.ts';
import { fail } from '../../kit/base/errors.ts';
import { todayOf } from '../../kit/base/local-time.ts';
import { route } from '../../kit/http/route.ts';
import { writeSheet } from '../../kit/sheets/sheet.ts';
import { records } from '../../kit/store/records.ts';

const FILES = {
  CSV: 'statement.csv',
  XLSX: 'statement.xlsx',
  OFX: 'statement.ofx',
  MT940: 'statement.sta',
} as const;

/** Sample movements that name no bill, so that importing them books nothing. */
async function loadExample(ctx: Ctx, bankAccountId: string): Promise<StatementText> {
  const account = await records(bankAccount).get(ctx, bankAccountId);
  if (!account) fail('NOT_FOUND');
  const today = todayOf(ctx);
  const on = (back: number) => addDays(today, -back);
  return {
    account: account.accountNumber,
    opening: 10_000_000,
    movements: [
      {
        day: on(2),
        direction: 'IN',
        amount: 1_250_000,
        content: 'NGUYEN VAN A nop phi quan ly',
        reference: 'VD0000000001',
      },
      { day: on(1), direction: 'IN', amount: 320_000, content: 'TRAN THI B tien gui xe', reference: 'VD0000000002' },
      { day: today, direction: 'OUT', amount: 11_000, content: 'PHI SMS BANKING', reference: 'VD0000000003' },
    ],
  };
}

/** Sample statement in each supported format, for trying the import. */
export const sampleRoute = route({
  method: 'get',
  path: `${bankStatement.path}/sample`,
  summary: 'A statement of an account as a bank might write it, to try the import with',
  module: BANK_STATEMENT,
  flags: ['write'],
  query: z.strictObject({ bankAccountId: idSchema, format: z.enum(['CSV', 'XLSX', 'OFX', 'MT940']) }),
  answer: 'application/octet-stream',
  async run(ctx, { query: { bankAccountId, format }, res }) {
    const statement = await loadExample(ctx, bankAccountId);
    res.set({
      'Content-Type': 'application/octet-stream',
      'Content-Disposition': `attachment; filename="${FILES[format]}"`,
    });
    if (format === 'XLSX') await writeSheet(res, 'Statement', [tableOfStatement(statement)]);
    else res.end(WRITTEN[format](statement));
  },
});
