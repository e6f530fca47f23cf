import type { depositQr } from '@lobby/shared/modules/deposit.contract.ts';
import { upload } from '../data/api.ts';
import { useContract } from '../data/contract.ts';
import { useReading } from '../data/live.ts';
import { CopyField } from '../parts/CopyField.tsx';
import { QrView } from '../parts/codes.tsx';
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

interface Request {
  id: string;
  originCode: string | null;
}
const MODULES = ['DEPOSIT'];

/** Transfer details of a deposit: QR code, account and reference. */
function Transfer({ of }: { of: string }) {
  const open = useReading<Request[]>('/deposit-request?filter[status][]=WAIT_FOR_DEPOSIT&limit=50', MODULES).data;
  const request = open?.find(({ originCode }) => originCode === of);
  // Not reloaded when the request changes, because a closed one is no longer paid and the list above says so.
  const asked = useContract<typeof depositQr>('/deposit-request/:id/qr', request && { params: { id: request.id } })
    .data?.[0];
  if (!asked) return null;
  return (
    <>
      <QrView text={asked.payload} label={t('fees.qr')} caption={t('fees.anyBank')} />
      <div>
        <CopyField label={t('forms.account')} value={asked.account} />
        <CopyField label={t('fees.keepContent')} value={asked.content} />
      </div>
    </>
  );
}
