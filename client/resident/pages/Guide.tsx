import type { residentGuide } from '@lobby/shared/guide.contract.ts';
import { ChevronDown } from 'lucide-react';
import { useContract } from '../data/contract.ts';
import { useTitle } from '../parts/head.tsx';
import { Link, Waiting } from '../parts/parts.tsx';

/** The short guide; its words come with it, so that the start does not load them. */
export const useGuide = () => useContract<typeof residentGuide>('/guide/resident', {});

/** What each page of the app is for, folded, with its steps. */
export function Guide() {
  const { data, error } = useGuide();
  useTitle(data?.title);
  if (!data) return <Waiting error={error} />;
  return (
    <div className="stack">
      {data.pages.map(({ key, title, what, steps }) => (
        <details key={key} className="card fold-card">
          <summary>
            {title}
            <ChevronDown size={20} aria-hidden />
          </summary>
          <p>{what}</p>
          <ol>
            {steps.map(step => (
              <li key={step}>{step}</li>
            ))}
          </ol>
          <Link to={`/${key}`}>{`${data.open}: ${title}`}</Link>
        </details>
      ))}
    </div>
  );
}
