import { ChevronDown } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call, Refused, upload } from '../data/api.ts';
import { useReading } from '../data/live.ts';
import { go } from '../path.ts';
import { t } from '../words.ts';
import { FormFieldInput } from './FormFieldInput.tsx';
import type { FormField, FormKind } from './kinds.ts';
import type { ModuleWords } from './module-words.ts';

type Values = Record<string, unknown>;

/** Converts the values to a request body, without fields that do not apply. */
async function travelling(asks: readonly FormField[], values: Values): Promise<Values> {
  const body: Values = {};
  for (const { name, kind, when } of asks) {
    const value = values[name];
    if ((when && !when(values)) || value === undefined || value === '') continue;
    if (kind === 'files') body[name] = await upload(value as File[]);
    else if (kind === 'moment') body[name] = new Date(String(value)).toISOString();
    else if (kind === 'people')
      body[name] = (value as Record<string, string | undefined>[]).map(({ name: who, job, phone, identifier }) => ({
        name: who,
        ...(job && { job }),
        ...(phone && { phone }),
        ...(identifier && { identifier }),
      }));
    else body[name] = value;
  }
  return body;
}

/** A new form: its fields, the house rules to agree to, and errors. */
export function NewForm({ kind, words }: { kind: FormKind; words: ModuleWords }) {
  const rules = useReading<{ text: string }>(kind.regulation ? `${kind.path}/regulation` : null).data;
  const [values, setValues] = useState<Values>({});
  const [agreed, setAgreed] = useState(false);
  const [refused, setRefused] = useState<Refused | null>(null);
  const [busy, setBusy] = useState(false);
  // Makes a repeated submission idempotent.
  const [key] = useState(() => crypto.randomUUID());
  const asks = kind.asks.filter(({ when }) => !when || when(values));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      const form = { ...(await travelling(kind.asks, values)), ...(kind.regulation && { regulationAgreed: agreed }) };
      const { path, body } = kind.postTo?.(form) ?? { path: kind.path, body: form };
      const { id } = await call<{ id: string }>(path, { method: 'POST', body, key });
      go(`/${kind.page}/${id}`);
    } catch (error) {
      setRefused(error instanceof Refused ? error : new Refused(0, ''));
      setBusy(false);
    }
  };
  const shown = new Set(asks.map(({ name }) => name).concat('regulationAgreed'));
  const elsewhere = refused && !Object.keys(refused.fields).some(name => shown.has(name));
  return (
    <form onSubmit={submit}>
      {asks.map(field => (
        <FormFieldInput
          key={field.name}
          asked={field}
          words={words}
          values={values}
          error={refused?.fields[field.name]?.message}
          onChange={value => setValues(before => ({ ...before, [field.name]: value }))}
          onValues={more => setValues(before => ({ ...before, ...more }))}
        />
      ))}
      {kind.regulation && (
        <>
          <details className="card fold-card">
            <summary>
              {t('forms.rules')}
              <ChevronDown size={16} aria-hidden />
            </summary>
            <p className="prose">{rules?.text ?? t('loading')}</p>
          </details>
          <label className="check">
            <input type="checkbox" required checked={agreed} onChange={event => setAgreed(event.target.checked)} />
            {words.field('regulationAgreed')}
          </label>
        </>
      )}
      {elsewhere && (
        <p className="error" role="alert">
          {refused.message || t('failed')}
        </p>
      )}
      <button type="submit" className="main" disabled={busy}>
        {t('forms.send')}
      </button>
    </form>
  );
}
