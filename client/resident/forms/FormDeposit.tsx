import type { depositRequest } from '@lobby/shared/modules/deposit.ts';
import { upload } from '../data/api.ts';
import { useRows } from '../data/rows.ts';
import { DepositTransfer } from '../parts/DepositTransfer.tsx';
import { AddPhotos } from '../parts/PhotoField.tsx';
import { day, money, t } from '../words.ts';
import type { ModuleWords } from './module-words.ts';

interface FormDepositProps {
  form: Readonly<Record<string, unknown>>;
  words: ModuleWords;
  act: (name: string, body: object) => Promise<void>;
}
const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** Deposit of a form: amount, status, and the proof of payment. */
export function FormDeposit({ form, words, act }: FormDepositProps) {
  const amount = Number(form.depositAmount ?? 0);
  const isWaitedFor = form.depositStatus === 'WAIT_FOR_DEPOSIT';
  const isOver = form.status === 'CANCELLED' || form.status === 'REJECTED';
  if (amount === 0 || form.depositStatus === 'NONE' || (isWaitedFor && isOver)) return null;
  const due = isWaitedFor && form.status === 'WAITING';
  const paid = text(form.depositPaidOn);
  const back = text(form.refundedOn);
  const proofs = Array.isArray(form.depositProof) ? form.depositProof.length : 0;
  return (
    <section className="stack" aria-label={words.field('depositAmount')}>
      <p>
        {words.field('depositAmount')}: <strong>{money(amount)}</strong> ·{' '}
        {words.option('depositStatus', form.depositStatus)}
        {paid && ` · ${day(paid)}`}
        {back && ` · ${day(back)} · ${money(Number(form.refundAmount))}`}
      </p>
      {due && <Transfer of={text(form.code)} />}
      {due && proofs > 0 && (
        <p className="muted">
          {words.field('depositProof')}: {proofs}
        </p>
      )}
      {due && proofs < 5 && (
        <AddPhotos
          label={t('forms.proof')}
          onAdd={async files => {
            const chosen = files.slice(0, 5 - proofs);
            if (chosen.length > 0) await act('deposit/proof', { images: await upload(chosen) });
          }}
        />
      )}
    </section>
  );
}

const MODULES = ['DEPOSIT'];

/** Transfer details of the form's deposit request. */
function Transfer({ of }: { of: string }) {
  const open = useRows<typeof depositRequest>(
    '/deposit-request',
    { filter: { status: { in: ['WAIT_FOR_DEPOSIT'] } }, limit: 50 },
    MODULES,
  ).data;
  return <DepositTransfer requestId={open?.find(({ originCode }) => originCode === of)?.id} />;
}
