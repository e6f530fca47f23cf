import { useAtomValue } from 'jotai';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { styleClass } from '../../../theme/classes.ts';
import { placeOf, targetOf } from '../../records/definitions.ts';
import { useCan } from '../../session/permissions.ts';
import { projectIdAtom } from '../../session/session.ts';
import { Unbroken } from '../marks/Unbroken.tsx';

const linkClass = styleClass({
  color: 'inherit',
  textDecoration: 'underline',
  textDecorationColor: 'border.control',
  textUnderlineOffset: '2px',
  _hover: { color: 'accent.fg' },
});

interface RefLinkProps {
  /** Definition and id of the record. */
  to: string;
  id: string;
  /** Query parameters of its page that open a part, such as a message. */
  at?: Readonly<Record<string, string>>;
  children: ReactNode;
}

/** Name of a record as a link, for those who may read it; plain text for others. */
export function RefLink({ to, id, at, children }: RefLinkProps) {
  const projectId = useAtomValue(projectIdAtom) ?? '';
  const mayRead = useCan(targetOf(to).code, 'read');
  const whole = mayRead ? placeOf(to, projectId, id) : null;
  const place = whole && at ? `${whole}&${new URLSearchParams(at)}` : whole;
  const shown = typeof children === 'string' ? <Unbroken>{children}</Unbroken> : children;
  return place ? (
    <Link to={place} className={linkClass()}>
      {shown}
    </Link>
  ) : (
    shown
  );
}
