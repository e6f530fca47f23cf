import { useReading } from '../live.ts';
import { useSession } from '../session.ts';
import { t } from '../words.ts';

interface Project {
  name: string;
  address?: string | null;
  hotline?: string | null;
  hotlines: { name: string; phone: string }[];
}

/** The numbers of the building; kept for a time without a network. */
export const useContacts = () => {
  const projectId = useSession()?.home.projectId;
  return useReading<Project>(projectId ? `/unit-group/${projectId}/contact` : null, []);
};

/** Calls a number by one touch. */
export const Call = ({ name, phone }: { name: string; phone: string }) => (
  <a href={`tel:${phone.replace(/[^\d+]/g, '')}`} className="owed">
    <small>{name}</small>
    <strong>{phone}</strong>
  </a>
);

/** Whom to call: one touch. */
export function Page() {
  const { data, error } = useContacts();
  if (!data) return <p className="muted">{error ? error.message || t('failed') : t('loading')}</p>;
  const { name, address, hotline, hotlines } = data;
  const numbers = [...(hotline ? [{ name: t('contacts.call'), phone: hotline }] : []), ...hotlines];
  return (
    <div className="stack">
      <h2>{name}</h2>
      {address && <p>{address}</p>}
      {numbers.map(one => (
        <Call key={one.phone} {...one} />
      ))}
    </div>
  );
}
