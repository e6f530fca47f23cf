import { Ellipsis, Pencil, UserPlus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { avatarClass, initialsOf, markClass, stackClass, tintOf } from './person.ts';
import { VisuallyHidden } from './VisuallyHidden.tsx';

export type Doing = 'viewing' | 'editing' | 'typing';

export interface Person {
  id: string;
  name: string;
  /** URL of a small picture. */
  picture?: string;
}

interface AvatarProps {
  person: Person;
  size?: 20 | 24 | 28 | 32 | 36;
  /** Current presence: a ring, and a mark for editing and typing. */
  doing?: Doing;
  /** The name stands beside it, so it is hidden from screen readers. */
  named?: boolean;
}

/** A person: picture or initials on a colour of their own. */
export function Avatar({ person, size = 24, doing, named }: AvatarProps) {
  const { t } = useTranslation('common');
  const label = doing ? t(`presence.${doing}`, { name: person.name }) : person.name;
  return (
    <span
      className={avatarClass({ tint: tintOf(person.id), size, present: doing !== undefined })}
      title={named ? undefined : label}
    >
      <span aria-hidden>
        {person.picture ? <img src={person.picture} alt="" /> : initialsOf(person.name, size < 24 ? 1 : 2)}
      </span>
      {(doing === 'editing' || doing === 'typing') && (
        <span className={markClass()} aria-hidden>
          {doing === 'editing' ? <Pencil /> : <Ellipsis />}
        </span>
      )}
      {!named && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  );
}

/** An unassigned place: a dashed circle. The word stands beside it, or is read out. */
export function NobodyAvatar({ size = 24, label }: { size?: 24 | 28; label?: string }) {
  return (
    <span className={avatarClass({ tint: 'nobody', size, present: false })} title={label}>
      <UserPlus />
      {label && <VisuallyHidden>{label}</VisuallyHidden>}
    </span>
  );
}

interface AvatarStackProps {
  people: readonly (Person & { doing?: Doing })[];
  size?: 24 | 28;
}

/** People side by side: at most three, then the number of others. */
export function AvatarStack({ people, size = 24 }: AvatarStackProps) {
  const { t } = useTranslation('common');
  const more = people.length - 3;
  return (
    <span className={stackClass()} data-present={people.some(person => person.doing) ? '' : undefined}>
      {people.slice(0, 3).map(person => (
        <Avatar key={person.id} person={person} size={size} doing={person.doing} />
      ))}
      {more > 0 && (
        <span className={avatarClass({ tint: 'more', size, present: false })}>
          <span aria-hidden>+{more}</span>
          <VisuallyHidden>{t('presence.more', { count: more })}</VisuallyHidden>
        </span>
      )}
    </span>
  );
}
