import { useEffect, useState } from 'react';
import { guestCall, type Refused } from '../data/api.ts';
import { Refusal, Waiting } from '../parts/parts.tsx';
import { t } from '../words.ts';
import { Call } from './Contacts.tsx';
import { type Fault, ReportFault } from './requests/ReportFault.tsx';

interface Facts {
  id: string;
  projectId: string;
  project: string;
  hotline: string | null;
  name: string;
  code: string;
  status: string;
  place: string | null;
  lastMaintenanceDate: string | null;
  nextMaintenanceDate: string | null;
  dueStatus: string;
  page: string;
  faults: Fault[];
}
const dayText = (day: string) => day.split('-').reverse().join('/');

/** Public page of an item with a code: name, place, and maintenance status. */
export function Page({ token }: { token: string }) {
  const [facts, setFacts] = useState<Facts | null>(null);
  const [refused, setRefused] = useState<Refused | null>(null);
  useEffect(() => {
    guestCall<Facts>(`/q/${encodeURIComponent(token)}`).then(setFacts, setRefused);
  }, [token]);
  if (refused) return <Refusal refused={refused} />;
  if (!facts) return <Waiting />;
  const lines = [
    ['code', facts.code],
    ['place', facts.place],
    ['status', t(`thing.statuses.${facts.status}`)],
    ['last', facts.lastMaintenanceDate && dayText(facts.lastMaintenanceDate)],
    ['next', facts.nextMaintenanceDate && dayText(facts.nextMaintenanceDate)],
  ] as const;
  return (
    <main className="stack">
      <p className="muted">{facts.project}</p>
      <h1>{facts.name}</h1>
      <dl>
        {lines.map(([key, value]) =>
          value ? (
            <div key={key}>
              <dt>{t(`thing.${key}`)}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {facts.hotline && <Call name={t('contacts.title')} phone={facts.hotline} />}
      <ReportFault token={token} faults={facts.faults} />
      <a href={`/projects/${facts.projectId}/${facts.page}${facts.id}`}>{t('thing.staff')}</a>
    </main>
  );
}
