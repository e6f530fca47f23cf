import { readPhone } from '@lobby/shared/kit/contact.ts';
import { useState } from 'react';
import { call, Refused, upload } from '../data/api.ts';
import { useReading } from '../data/live.ts';
import { EndButton } from '../parts/EndButton.tsx';
import { FilesField } from '../parts/FilesField.tsx';
import { Waiting } from '../parts/parts.tsx';
import { day, t, when } from '../words.ts';
import { FormDeposit } from './FormDeposit.tsx';
import { FormTag } from './FormTag.tsx';
import type { FormField, FormKind } from './kinds.ts';
import type { ModuleWords } from './module-words.ts';

interface FileInfo {
  id: string;
  name: string;
  url: string;
}
type Form = Readonly<Record<string, unknown>> & { id: string; code: string; status: string; version: number };

const text = (value: unknown) => (typeof value === 'string' ? value : '');
const filesOf = (value: unknown): FileInfo[] => (Array.isArray(value) ? value : []);

function shownValue({ name, kind, part = name }: FormField, form: Form, words: ModuleWords): string {
  const value = form[name];
  if (kind === 'ticks')
    return (Array.isArray(value) ? value : []).map(line => words.option(part, line[part])).join(', ');
  if (kind === 'choice') return words.option(name, value);
  if (kind === 'flag') return value === true ? '✓' : '';
  if (kind === 'moment') return when(text(value));
  if (kind === 'day') return day(text(value));
  if (kind === 'phone') return readPhone(text(value));
  if (kind === 'people')
    return (Array.isArray(value) ? value : [])
      .map(({ name: who, job }) => [who, job].filter(Boolean).join(' – '))
      .join('\n');
  return text(value);
}

/** A form: its status, the building's answer, its deposit, and the available actions. */
export function OneForm({ kind, words, id }: { kind: FormKind; words: ModuleWords; id: string }) {
  const { data, error, again } = useReading<Form>(`${kind.path}/${id}`, [kind.code]);
  const [refused, setRefused] = useState('');
  if (!data) return <Waiting error={error} />;
  const send = async (name: string, body: object) => {
    await call(`${kind.path}/${id}/${name}`, { method: 'PUT', body: { version: data.version, ...body } });
    again();
  };
  const act = async (name: string, body: object) => {
    setRefused('');
    try {
      await send(name, body);
    } catch (failure) {
      setRefused((failure instanceof Refused && failure.message) || t('failed'));
      again();
    }
  };
  const files = (name: string) =>
    filesOf(data[name]).map(file => (
      <a key={file.id} href={file.url} target="_blank" rel="noreferrer">
        {file.name}
      </a>
    ));
  const rows = kind.asks.filter(({ kind: fieldKind }) => !['files', 'elevator', 'card'].includes(fieldKind));
  return (
    <div className="stack">
      <div>
        <h2>{kind.line(data, words.option)}</h2>
        <p>
          <FormTag status={data.status} words={words} flow={data.flow} /> <small className="muted">{data.code}</small>
        </p>
      </div>
      {data.stopped === true && (
        <p className="notice" role="status">
          <strong>{words.field('stopped')}</strong> {text(data.stopReason)}
        </p>
      )}
      {text(data.reason) && <p className="notice">{text(data.reason)}</p>}
      <FormDeposit form={data} words={words} act={act} />
      <dl className="facts">
        {rows.map(field => {
          const value = shownValue(field, data, words);
          return value ? (
            <div key={field.name}>
              <dt>{words.field(field.name)}</dt>
              <dd className="prose">{value}</dd>
            </div>
          ) : null;
        })}
      </dl>
      {kind.asks.filter(field => field.kind === 'files').map(({ name }) => files(name))}
      {kind.page === 'works' && filesOf(data.acceptanceFiles).length > 0 && (
        <div className="stack">
          <h2>{words.field('acceptanceFiles')}</h2>
          {files('acceptanceFiles')}
        </div>
      )}
      {refused && (
        <p className="error" role="alert">
          {refused}
        </p>
      )}
      {kind.page === 'works' && data.status === 'IN_PROGRESS' && (
        <FilesField
          label={t('forms.handIn')}
          files={[]}
          most={5}
          onChange={async chosen => {
            try {
              await act('hand-in', { files: await upload(chosen) });
            } catch (failure) {
              setRefused((failure instanceof Refused && failure.message) || t('failed'));
            }
          }}
        />
      )}
      {['WAITING', 'APPROVED'].includes(data.status) && (
        <EndButton
          act={t('forms.cancel')}
          ask={t('forms.cancelAsk', { code: data.code })}
          why={t('services.why')}
          onEnd={reason => send('cancel', { reason })}
        />
      )}
    </div>
  );
}
