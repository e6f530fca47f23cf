import { useReading } from '../live.ts';
import { useSession } from '../session.ts';
import { t } from '../words.ts';

interface Project {
  name: string;
  address?: string | null;
  hotline?: string | null;
  hotlines: { name: string; phone: string }[];
}

/** Whom to call: one touch. */
export function Page() {
  const projectId = useSession()?.home.projectId;
  const { data, error } = useReading<Project>(projectId ? `/unit-group/${projectId}/contact` : null, []);
  if (!data) return <p className="muted">{error ? error.message || t('failed') : t('loading')}</p>;
  const { name, address, hotline, hotlines } = data;
  const numbers = [...(hotline ? [{ name: t('contacts.call'), phone: hotline }] : []), ...hotlines];
  return (
    <div className="stack">
      <h2>{name}</h2>
      {address && <p>{address}</p>}
      {numbers.map(one => (
        <a key={one.phone} href={`tel:${one.phone.replace(/[^\d+]/g, '')}`} className="owed">
          <small>{one.name}</small>
          <strong>{one.phone}</strong>
        </a>
      ))}
    </div>
  );
}
