import { BANKS } from '@lobby/shared/billing/banks.ts';
import { TRANSFER_TEMPLATE } from '@lobby/shared/billing/transfer-text.ts';
import { nameKey } from '@lobby/shared/kit/text-search.ts';
import { bankAccount } from '@lobby/shared/modules/fund.ts';
import { identityAccount } from '@lobby/shared/modules/identity-account.ts';
import { db } from '../kit/database/database.ts';
import { collectionOf, type Stored } from '../kit/store/schema.ts';
import type { Migration } from './migrate.ts';

const of = (definition: Parameters<typeof collectionOf>[0]) => db().collection<Stored>(collectionOf(definition));
const OLDER: Readonly<Record<string, string>> = { CTG: 'ICB' };
const binOf = (code: unknown) => BANKS.find(one => one.code === (OLDER[String(code)] ?? code))?.bin ?? null;
/** What a transfer said names what it stands for, in one pair of brackets. */
const wordsOf = (template: unknown): string =>
  typeof template === 'string' && template.includes('{{number}}')
    ? template.replaceAll('{{code}}', '{unit}').replaceAll('{{number}}', '{code}')
    : TRANSFER_TEMPLATE;

/** Accounts by the names of now: banks by their number, one of them the default. */
async function renameAccounts(): Promise<void> {
  const places = new Map<string, number>();
  const defaults = new Set<unknown>();
  for await (const old of of(bankAccount)
    .find({ number: { $exists: true } })
    .sort({ main: -1, createdAt: 1 })) {
    const order = (places.get(String(old.projectId)) ?? 0) + 1;
    places.set(String(old.projectId), order);
    const isDefault = !old.deletedAt && old.active === true && !defaults.has(old.projectId);
    if (isDefault) defaults.add(old.projectId);
    const bankBin = binOf(old.bank);
    const number = String(old.number);
    await of(bankAccount).updateOne(
      { _id: old._id },
      {
        $set: {
          order,
          bankBin,
          accountNumber: number,
          accountName: old.name,
          isDefault,
          beneficiary: null,
          transferTemplate: wordsOf(old.contentTemplate),
          qrImage: [],
          serviceIds: [],
          replacesId: null,
          note: null,
          'uniq.accountNumber': old.deletedAt ? null : `${bankBin} ${nameKey(number)}`,
        },
        $unset: { bank: '', number: '', name: '', main: '', contentTemplate: '', 'uniq.number': '' },
      },
    );
  }
}

/** Virtual accounts by the names of now; those that were switched off are closed. */
async function renameIdentities(): Promise<void> {
  for await (const old of of(identityAccount).find({ bank: { $exists: true } })) {
    const bankBin = binOf(old.bank);
    const closed = old.active === false;
    const key = (value: unknown) => (old.deletedAt ? null : `${bankBin} ${nameKey(String(value))}`);
    const once = closed || old.deletedAt || !old.unitId ? null : `${old.unitId}:${bankBin}`;
    await of(identityAccount).updateOne(
      { _id: old._id },
      {
        $set: {
          bankBin,
          beneficiaryName: old.beneficiary,
          provider: 'FILE',
          status: closed ? 'CLOSED' : 'ACTIVE',
          once,
          lastPaidAt: null,
          lastAmount: null,
          reason: null,
          note: null,
          'uniq.once': once,
          'uniq.code': key(old.code),
          'uniq.virtualAccount': key(old.virtualAccount),
        },
        $unset: { bank: '', beneficiary: '', active: '' },
      },
    );
  }
}

export const namesOfBankAccounts: Migration = {
  name: '2026-11-25 names of bank accounts',
  async run() {
    await renameAccounts();
    await renameIdentities();
  },
};
