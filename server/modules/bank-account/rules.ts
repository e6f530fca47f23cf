import { TRANSFER_TEMPLATE, templateFault } from '@lobby/shared/billing/transfer-text.ts';
import { transferContent } from '@lobby/shared/billing/vietqr.ts';
import { bankStatementLine } from '@lobby/shared/modules/bank-statement.ts';
import { bankAccount, fund } from '@lobby/shared/modules/fund.ts';
import { identityAccount } from '@lobby/shared/modules/identity-account.ts';
import type { Ctx } from '../../kit/base/context.ts';
import { fail, failFields } from '../../kit/base/errors.ts';
import { build } from '../../kit/records/records.ts';
import type { Action, ActionsOf, BehaviourOf, Values } from '../../kit/records/typed-behaviour.ts';
import { records } from '../../kit/store/records.ts';
import type { Change } from '../../kit/store/save.ts';

type Account = Values<typeof bankAccount>;
const NUMBER = /^[A-Z0-9]{6,19}$/;
const LAST = 999;
const FIXED = ['bankBin', 'accountNumber', 'accountName'] as const;

/** Account holder's name as banks write it: without accents, in capitals. */
export const bankName = (name: unknown): string => transferContent(String(name)).toUpperCase();
/** Account number without spaces and dots. */
export const bankNumber = (number: unknown): string => String(number).replace(/[ .]/g, '').toUpperCase();

function written(values: Account): Account {
  const { accountNumber, accountName, transferTemplate } = values;
  const number = accountNumber == null ? undefined : bankNumber(accountNumber);
  if (number !== undefined && !NUMBER.test(number))
    failFields({ accountNumber: { code: 'BANK_ACCOUNT_INVALID' } }, 'BANK_ACCOUNT_INVALID');
  if (typeof transferTemplate === 'string') {
    const word = templateFault(transferTemplate);
    if (word !== null)
      failFields(
        { transferTemplate: { code: 'TRANSFER_TEMPLATE_INVALID', params: { word } } },
        'TRANSFER_TEMPLATE_INVALID',
      );
  }
  return {
    ...values,
    ...(number !== undefined && { accountNumber: number }),
    ...(accountName != null && { accountName: bankName(accountName) }),
    ...(transferTemplate === null && { transferTemplate: TRANSFER_TEMPLATE }),
  };
}

/** Number of records that use an account; while there are any, printed account data must not change. */
async function loadUses({ projectId }: Ctx, bankAccountId: string): Promise<number> {
  const query = { projectId, deletedAt: null, bankAccountId };
  const counts = [fund, identityAccount, bankStatementLine].map(definition =>
    records(definition).count({ projectId }, query),
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

export const accountBehaviour = {
  async check(ctx, request) {
    const { kind, values, doc } = request;
    if (kind === 'remove' && doc.isDefault === true) fail('BANK_ACCOUNT_DEFAULT_REQUIRED');
    if (kind === 'remove' || kind === 'restore') return values;
    const account = written(values);
    if (kind === 'update') {
      const changed = FIXED.find(name => name in account && account[name] !== doc[name]);
      const count = changed ? await loadUses(ctx, doc._id) : 0;
      if (changed && count > 0)
        failFields({ [changed]: { code: 'BANK_ACCOUNT_IN_USE', params: { count } } }, 'BANK_ACCOUNT_IN_USE');
      return account;
    }
    // Includes earlier rows of the same import.
    const before = request.kind === 'import' ? request.rows.map(row => row.values) : [];
    const all = [...(await records(bankAccount).find(ctx)), ...before];
    const last = Math.max(0, ...all.map(({ order }) => Number(order ?? 0)));
    return {
      ...account,
      order: account.order ?? Math.min(LAST, last + 1),
      transferTemplate: account.transferTemplate ?? TRANSFER_TEMPLATE,
      // The first account becomes the default.
      isDefault: !all.some(({ isDefault }) => isDefault),
    };
  },
} satisfies BehaviourOf<typeof bankAccount>;

const deactivate: Action<typeof bankAccount, 'deactivate'> = (_ctx, doc) =>
  doc.isDefault === true ? fail('BANK_ACCOUNT_DEFAULT_REQUIRED') : { set: { active: false } };

const setDefault: Action<typeof bankAccount, 'set-default'> = async (ctx, doc) => {
  if (doc.active !== true) fail('STATUS_NOT_ALLOWED', { status: '', version: doc.version });
  const before = await records(bankAccount).find(ctx, { isDefault: true });
  return {
    set: { isDefault: true },
    with: before.map(account => ({
      definition: bankAccount,
      action: 'update',
      update: { doc: account, set: { isDefault: false } },
    })),
  };
};

/** Replaces the number of an account; the old record stays, so that transfers to the old number are still recognised. */
const replace: Action<typeof bankAccount, 'replace'> = async (ctx, doc, input) => {
  const fixed = Object.fromEntries(
    Object.entries(input).filter(([name, value]) => FIXED.some(field => field === name) && value),
  );
  const { bankBin, accountNumber, accountName, branch, beneficiary, transferTemplate, serviceIds, isDefault, order } =
    doc;
  const copied = {
    bankBin,
    accountNumber,
    accountName,
    branch,
    beneficiary,
    transferTemplate,
    serviceIds,
    isDefault,
    order,
  };
  const insert = await build(ctx, bankAccount, { ...copied, ...written(fixed), active: true, replacesId: doc._id });
  const stands = await records(fund).find(ctx, { bankAccountId: doc._id });
  const moved: Change[] = stands.map(line => ({
    definition: fund,
    action: 'update',
    update: { doc: line, set: { bankAccountId: insert._id } },
  }));
  return {
    set: { active: false, isDefault: false },
    with: [{ definition: bankAccount, action: 'create', insert }, ...moved],
  };
};

export const accountActs = {
  activate: () => ({ set: { active: true } }),
  deactivate,
  'set-default': setDefault,
  replace,
} satisfies ActionsOf<typeof bankAccount>;
