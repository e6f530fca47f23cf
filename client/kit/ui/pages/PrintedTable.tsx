import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useLanguage } from '../../i18n/i18n.ts';
import { useQuery } from '../../live/useQuery.ts';
import { tableClass, textPaperClass } from '../paper/paper.ts';
import { PrintedPage } from './PrintedPage.tsx';

interface PrintedTableProps {
  title: string;
  icon: LucideIcon;
  /** Whether its rows could not be read. */
  failed: boolean;
  /** The line under its title: as of when, how many; none while the rows are read. */
  line: ReactNode;
  /** The parts of its table. */
  children: ReactNode;
}

/** A table on paper, under the name of the building. */
export function PrintedTable({ title, icon, failed, line, children }: PrintedTableProps) {
  const { idUnitGroup = '' } = useParams();
  const { language } = useLanguage();
  const scope = { projectId: idUnitGroup };
  const { data: place } = useQuery<{ name: string }>(`/unit-group/${idUnitGroup}/contact`, { scope });
  return (
    <PrintedPage title={title} icon={icon} state={line ? 'ready' : failed ? 'failed' : 'loading'}>
      {line && (
        <article className={textPaperClass()} data-paper="text" lang={language}>
          <div className={tableClass()}>
            <p>
              <b>{place?.name}</b>
            </p>
            <h2>{title}</h2>
            <p>{line}</p>
            <table>{children}</table>
          </div>
        </article>
      )}
    </PrintedPage>
  );
}
