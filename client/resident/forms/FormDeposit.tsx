import { upload } from '../api.ts';
import { Labelled } from '../parts.tsx';
import { day, money, t } from '../words.ts';
import type { ModuleWords } from './module-words.ts';

interface FormDepositProps {
  form: Readonly<Record<string, unknown>>;
  words: ModuleWords;
  act: (name: string, body: object) => Promise<void>;
}
const text = (value: unknown) => (typeof value === 'string' ? value : '');

/** The deposit of a form: what is due, how far it is, and the picture that shows it was paid. */
export function FormDeposit({ form, words, act }: FormDepositProps) {
  const amount = Number(form.depositAmount ?? 0);
  if (amount === 0 || form.depositStatus === 'NONE') return null;
  const due = form.depositStatus === 'WAIT_FOR_DEPOSIT' && form.status === 'WAITING';
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
      {due && proofs > 0 && (
        <p className="muted">
          {words.field('depositProof')}: {proofs}
        </p>
      )}
      {due && proofs < 5 && (
        <Labelled label={t('forms.proof')}>
          <input
            type="file"
            multiple
            accept="image/*"
            onChange={async event => {
              const chosen = [...(event.target.files ?? [])].slice(0, 5 - proofs);
              event.target.value = '';
              if (chosen.length > 0) await act('deposit/proof', { images: await upload(chosen) });
            }}
          />
        </Labelled>
      )}
    </section>
  );
}
