import { readPhone } from '@lobby/shared/kit/contact.ts';
import type { projectContact } from '@lobby/shared/kit/project.contract.ts';
import type { hotline } from '@lobby/shared/modules/hotline.ts';
import { asShown, opensAt, urgentLines } from '@lobby/shared/modules/hotline-view.ts';
import { Phone } from 'lucide-react';
import { useContract } from '../data/contract.ts';
import { useRows } from '../data/rows.ts';
import { useSession } from '../data/session.ts';
import { Waiting } from '../parts/parts.tsx';
import { t, time } from '../words.ts';

/** The building and its main phone number; available offline. */
export const useContacts = () => {
  const projectId = useSession()?.home.projectId;
  return useContract<typeof projectContact>('/unit-group/:id/contact', projectId && { params: { id: projectId } }, [
    'HOTLINE',
  ]);
};

/** The numbers to call, in the order of the management; available offline. */
const useHotlines = () => useRows<typeof hotline>('/hotline', { limit: 100, sort: 'order' }, ['HOTLINE']);

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

/** Numbers that are answered now, for what cannot wait for a request. */
export function UrgentCalls() {
  const lines = urgentLines(useHotlines().data ?? [], time(new Date()));
  if (lines.length === 0) return null;
  return (
    <section className="stack" aria-label={t('contacts.call')}>
      <b>{t('contacts.call')}</b>
      <p className="pair">
        {lines.map(({ id, name, phone }) => (
          <a key={id} className="outline" href={`tel:${phone.replace(/[^\d+]/g, '')}`}>
            <Phone size={16} strokeWidth={1.75} aria-hidden />
            {name} {readPhone(phone)}
          </a>
        ))}
      </p>
    </section>
  );
}

/** Phone numbers to call. */
export function Page() {
  const project = useContacts().data;
  const { data, error } = useHotlines();
  if (!data) return <Waiting error={error} />;
  return (
    <div className="stack">
      <h2>{t('contacts.title')}</h2>
      {project && <p className="muted">{[project.name, project.address].filter(Boolean).join(' · ')}</p>}
      {asShown(data).map(line => {
        const from = opensAt(line, time(new Date()));
        const more = { ...(from && { from }), ...(line.note && { note: line.note }) };
        return <Call key={line.id} name={line.name} phone={line.phone} {...more} />;
      })}
    </div>
  );
}
