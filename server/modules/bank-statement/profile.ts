import type { StatementLine } from '@lobby/shared/billing/statement/statement.ts';
import { COLUMNS, type Mapping, signatureOf } from '@lobby/shared/billing/statement/table.ts';
import type { AnswerOf } from '@lobby/shared/kit/contract.ts';
import { idSchema } from '@lobby/shared/kit/schema.ts';
import { fold } from '@lobby/shared/kit/text-search.ts';
import {
  autoPostSchema,
  feesSchema,
  profileSchema,
  statementProfile,
} from '@lobby/shared/modules/bank-statement.contract.ts';
import { BANK_STATEMENT, bankStatement } from '@lobby/shared/modules/bank-statement.ts';
import { bankAccount } from '@lobby/shared/modules/fund.ts';
import { payslip } from '@lobby/shared/modules/payslip.ts';
import { voucherCategory } from '@lobby/shared/modules/voucher-category.ts';
import { z } from 'zod';
import { type Ctx, can } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { type Collection, db } from '../../kit/database/database.ts';
import { route } from '../../kit/http/route.ts';
import { records } from '../../kit/store/records.ts';

const place = z.int().min(0).max(200);
/** Column mapping as given by the caller. */
export const mappingSchema = z.strictObject({
  heading: z.int().min(0).max(5000),
  columns: z.strictObject(Object.fromEntries(COLUMNS.map(column => [column, place.optional()]))),
});
export type FeeRule = z.infer<typeof feesSchema>;

/** Import settings of a bank account: one document per account. */
interface Profile {
  _id: string;
  projectId: string;
  /** Column mappings by heading signature; the latest choice replaces earlier ones. */
  mappings: { signature: string; columns: Mapping['columns'] }[];
  /** Whether each matching rule books automatically. */
  autoPost: z.infer<typeof autoPostSchema>;
  fees?: FeeRule | null;
}
export const profileCollection: Collection = {
  name: 'bank-statement-profiles',
  indexes: [{ key: { projectId: 1 } }],
};
const profiles = () => db().collection<Profile>(profileCollection.name);
const MOST_MAPPINGS = 20;
const USUAL: Profile['autoPost'] = { CONTENT: true, VIRTUAL_ACCOUNT: true, PAYER: false };

/** Automatic booking rules of an account, including bank fees. */
export async function findAutoPost(
  { projectId }: Ctx,
  bankAccountId: string,
): Promise<Profile['autoPost'] & { fees: FeeRule | null }> {
  const profile = await profiles().findOne({ _id: bankAccountId, projectId });
  return { ...(profile?.autoPost ?? USUAL), fees: profile?.fees ?? null };
}

export function isFee(
  rule: FeeRule | null,
  { direction, amount, content, isReversal }: Pick<StatementLine, 'direction' | 'amount' | 'content' | 'isReversal'>,
): boolean {
  if (!rule || direction !== 'OUT' || isReversal || amount > rule.most) return false;
  const text = ` ${wordsOf(content)} `;
  return rule.words.some(words => text.includes(` ${wordsOf(words)} `));
}
const wordsOf = (text: string) =>
  fold(text)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** The stored column mapping for a table with these headings, or null. */
export async function findKeptMapping(
  { projectId }: Ctx,
  bankAccountId: string,
  rows: readonly (readonly string[])[],
  heading: number,
): Promise<Mapping | null> {
  const mappings = (await profiles().findOne({ _id: bankAccountId, projectId }))?.mappings ?? [];
  const signatures = new Map<string, number>([
    [signatureOf(rows, 0), 0],
    ...rows.slice(0, 60).map((_row, n) => [signatureOf(rows, n + 1), n + 1] as const),
    [signatureOf(rows, heading), heading],
  ]);
  for (const { signature, columns } of mappings) {
    const at = signatures.get(signature);
    if (at !== undefined) return { heading: at, columns };
  }
  return null;
}

/** Stores a column mapping for the next file with these headings. */
export async function keepMapping(
  ctx: Ctx,
  bankAccountId: string,
  rows: readonly (readonly string[])[],
  { heading, columns }: Mapping,
): Promise<void> {
  const signature = signatureOf(rows, heading);
  const before = (await profiles().findOne({ _id: bankAccountId, projectId: ctx.projectId }))?.mappings ?? [];
  const mappings = [{ signature, columns }, ...before.filter(mapping => mapping.signature !== signature)];
  await profiles().updateOne(
    { _id: bankAccountId, projectId: ctx.projectId },
    { $set: { mappings: mappings.slice(0, MOST_MAPPINGS) }, $setOnInsert: { autoPost: USUAL } },
    { upsert: true },
  );
}

const params = z.strictObject({ bankAccountId: idSchema });

async function readProfile(ctx: Ctx, bankAccountId: string): Promise<AnswerOf<typeof statementProfile>> {
  if (!(await records(bankAccount).get(ctx, bankAccountId))) fail('NOT_FOUND');
  const profile = await profiles().findOne({ _id: bankAccountId, projectId: ctx.projectId });
  return { autoPost: profile?.autoPost ?? USUAL, fees: profile?.fees ?? null, mappings: profile?.mappings ?? [] };
}

/** Requires the permission to create payslips, and a category of expenses. */
async function assertFeeCategory(ctx: Ctx, { categoryId }: FeeRule): Promise<void> {
  if (!can(ctx, payslip.code, 'write')) fail('EMPLOYEE_NOT_HAVE_PERMISSION', { module: payslip.code });
  const category = await records(voucherCategory).get(ctx, categoryId);
  const at = 'fees.categoryId';
  if (!category) failFields({ [at]: { code: 'REFERENCE_NOT_FOUND' } }, 'REFERENCE_NOT_FOUND');
  else if (category.kind !== 'EXPENSE')
    failFields({ [at]: { code: 'REFERENCE_NOT_SUITABLE' } }, 'REFERENCE_NOT_SUITABLE');
}

export const profileRoutes = [
  route(statementProfile, {
    flags: ['read'],
    run: (ctx, { params: { bankAccountId } }) => readProfile(ctx, bankAccountId),
  }),
  route({
    method: 'put',
    path: `${bankStatement.path}/profile/:bankAccountId`,
    summary: 'Set what is booked by itself on a bank account, rule by rule, and what the bank takes for itself',
    module: BANK_STATEMENT,
    flags: ['write'],
    params,
    body: z.strictObject({ autoPost: autoPostSchema, fees: feesSchema.nullable().optional() }),
    answer: profileSchema,
    async run(ctx, { params: { bankAccountId }, body }) {
      const before = await readProfile(ctx, bankAccountId);
      if (body.fees) await assertFeeCategory(ctx, body.fees);
      const next = body.fees === undefined ? before.fees : body.fees;
      await profiles().updateOne(
        { _id: bankAccountId, projectId: ctx.projectId },
        { $set: { autoPost: body.autoPost, fees: next }, $setOnInsert: { mappings: [] } },
        { upsert: true },
      );
      return readProfile(ctx, bankAccountId);
    },
  }),
];
