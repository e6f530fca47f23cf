import { t } from '../words.ts';
import type { ModuleWords } from './module-words.ts';

interface Worker {
  name: string;
  job: string;
  phone?: string;
  identifier?: string;
}
/** Further fields per person besides the name, with their maximum lengths. */
const MORE = { job: 60, phone: 20, identifier: 12 } as const;
const MOST = 100;
const workersOf = (value: unknown): Worker[] => (Array.isArray(value) ? value : []);

interface PeopleInputProps {
  label: string;
  words: ModuleWords;
  value: unknown;
  error: string | undefined;
  onChange: (workers: Worker[]) => void;
}

/** The workers of a contractor, who each get a gate pass. */
export function PeopleInput({ label, words, value, error, onChange }: PeopleInputProps) {
  const workers = workersOf(value);
  const set = (at: number, change: Partial<Worker>) =>
    onChange(workers.map((worker, n) => (n === at ? { ...worker, ...change } : worker)));
  return (
    <fieldset className="lines">
      <legend>{label}</legend>
      {workers.map((worker, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is its place
        <div key={at} className="line">
          <input
            aria-label={words.field('name')}
            placeholder={words.field('name')}
            required
            maxLength={100}
            value={worker.name}
            onChange={event => set(at, { name: event.target.value })}
          />
          {(Object.keys(MORE) as (keyof typeof MORE)[]).map(name => (
            <input
              key={name}
              type={name === 'phone' ? 'tel' : 'text'}
              aria-label={words.field(name)}
              placeholder={words.field(name)}
              maxLength={MORE[name]}
              value={worker[name] ?? ''}
              onChange={event => set(at, { [name]: event.target.value })}
            />
          ))}
          <button
            type="button"
            className="quiet"
            aria-label={t('forms.removeLine', { name: worker.name })}
            onClick={() => onChange(workers.filter((_, n) => n !== at))}
          >
            ×
          </button>
        </div>
      ))}
      {error && (
        <span className="error" role="alert">
          {error}
        </span>
      )}
      {workers.length < MOST && (
        <button type="button" className="quiet" onClick={() => onChange([...workers, { name: '', job: '' }])}>
          {t('forms.addLine')}
        </button>
      )}
    </fieldset>
  );
}
