import { readPhone } from '@lobby/shared/kit/contact.ts';
import { clockOf, readHours } from '@lobby/shared/kit/hours.ts';
import type { projectContact } from '@lobby/shared/kit/project.contract.ts';
import type { HotlineRow, hotline } from '@lobby/shared/modules/hotline.ts';
import { Phone } from 'lucide-react';
import { useContract } from '../data/contract.ts';
import { useRows } from '../data/rows.ts';
import { useSession } from '../data/session.ts';
import { Waiting } from '../parts/parts.tsx';
import { t, time } from '../words.ts';

type Line = Pick<HotlineRow, 'id' | 'name' | 'phone' | 'kind' | 'hours' | 'note'>;

/** The building and its main phone number; available offline. */
export const useContacts = () => {
  const projectId = useSession()?.home.projectId;
  return useContract<typeof projectContact>('/unit-group/:id/contact', projectId && { params: { id: projectId } }, [
    'HOTLINE',
  ]);
};

/** Order of hotlines: most urgent first. */
const KINDS: readonly Line['kind'][] = ['MAIN', 'EMERGENCY', 'SECURITY', 'TECHNICAL', 'MANAGEMENT', 'OTHER'];

/** When a hotline opens next; null if it is open, as emergency numbers and those without hours always are. */
function opensAt({ kind, hours: open }: Line, now: Date): string | null {
  const spans = kind === 'EMERGENCY' || !open ? [] : (readHours(open) ?? []);
  const [first] = spans;
  const [hours = 0, rest = 0] = time(now).split(':').map(Number);
  const minutes = hours * 60 + rest;
  if (!first || spans.some(({ from, to }) => from <= minutes && minutes < to)) return null;
  return clockOf((spans.find(({ from }) => from > minutes) ?? first).from);
}

/** A card that dials a number. */
export const Call = ({ name, phone, from, note }: { name: string; phone: string; from?: string; note?: string }) => (
  <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className="card call" data-closed={from ? '' : undefined}>
    <span className="square" data-quiet={from ? '' : undefined}>
      <Phone size={20} strokeWidth={1.75} aria-hidden />
    </span>
    <span className="what">
      <small>{name}</small>
      <strong>{readPhone(phone)}</strong>
      {from && <small>{t('contacts.from', { time: from })}</small>}
      {note && <small>{note}</small>}
    </span>
  </a>
);

/** Phone numbers to call. */
export function Page() {
  const project = useContacts().data;
  const { data, error } = useRows<typeof hotline>('/hotline', { limit: 100, sort: 'order' }, ['HOTLINE']);
  if (!data) return <Waiting error={error} />;
  const sorted = KINDS.flatMap(kind => data.filter(one => one.kind === kind));
  return (
    <div className="stack">
      <h2>{t('contacts.title')}</h2>
      {project && <p className="muted">{[project.name, project.address].filter(Boolean).join(' · ')}</p>}
      {sorted.map(line => {
        const from = opensAt(line, new Date());
        const more = { ...(from && { from }), ...(line.note && { note: line.note }) };
        return <Call key={line.id} name={line.name} phone={line.phone} {...more} />;
      })}
    </div>
  );
}
