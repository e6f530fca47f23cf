import type { LucideIcon } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { Badge } from '../kit/ui/marks/Badge.tsx';
import { lineClass, sectionClass } from './home.ts';

export interface Line {
  key: string;
  label: string;
  note?: string;
  to: string;
  count?: number;
  icon: LucideIcon;
}

/** A section of the home page with links; nothing if there are none. */
export function HomeSection({ title, lines }: { title: string; lines: readonly Line[] }) {
  const id = useId();
  if (lines.length === 0) return null;
  return (
    <section className={sectionClass()} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      <ul>
        {lines.map(({ key, label, note, to, count, icon: Icon }) => (
          <li key={key}>
            <Link to={to} className={lineClass()}>
              <Icon size={18} />
              <span className="cut">{label}</span>
              <small className="cut">{note}</small>
              <Badge count={count ?? 0} />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
