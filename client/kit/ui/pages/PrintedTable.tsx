import type { projectContact } from '@lobby/shared/kit/project.contract.ts';
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useLanguage } from '../../i18n/i18n.ts';
import { useContract } from '../../live/useContract.ts';
import { tableClass, textPaperClass } from '../paper/paper.ts';
import { PrintedPage } from './PrintedPage.tsx';

interface PrintedTableProps {
  title: string;
  icon: LucideIcon;
  /** Whether its rows could not be loaded. */
  failed: boolean;
  /** Line below its title: date and count; nothing while loading. */
  line: ReactNode;
  /** Table sections. */
  children: ReactNode;
}

/** A printed table below the building's name. */
export function PrintedTable({ title, icon, failed, line, children }: PrintedTableProps) {
  const { idUnitGroup = '' } = useParams();
  const { language } = useLanguage();
  const scope = { projectId: idUnitGroup };
  const { data: place } = useContract<typeof projectContact>('/unit-group/:id/contact', {
    params: { id: idUnitGroup },
    scope,
  });
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
