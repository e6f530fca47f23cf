import { type DocumentRow, document } from '@lobby/shared/modules/document.ts';
import { useAtomValue } from 'jotai';
import { FileText } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { request } from '../../kit/api.ts';
import { useFormats } from '../../kit/formats.ts';
import { followModule } from '../../kit/live.ts';
import { scopeAtom } from '../../kit/session.ts';
import { later } from '../../kit/timing.ts';
import { Few, Line } from '../../kit/ui/detail/Few.tsx';

const MOST = 100;

/** The documents that the residents of a unit see: shared with all, with their block, or with the unit. */
export function DocumentsTab({ id }: { id: string }) {
  const { t } = useTranslation(['unit', document.name]);
  const { idUnitGroup = '' } = useParams();
  const { date } = useFormats();
  const [rows, failed] = useDocumentsOf(id);
  const screen = `/projects/${idUnitGroup}/${document.route}`;
  const byId = new Map(rows?.map(row => [row.id, row]));
  return (
    <Few
      view={{ phase: failed ? 'failed' : rows ? 'ready' : 'first', ids: [...byId.keys()], total: byId.size }}
      most={MOST}
      icon={FileText}
      none={t('documents.none')}
      all={{ to: `${screen}?tab=shared`, label: t('documents.all') }}
    >
      {one => {
        const { name = '', audience, filedAt } = byId.get(one) ?? {};
        const note = [audience && t(`${document.name}:options.audience.${audience}`), filedAt && date(filedAt)];
        return <Line key={one} to={`${screen}?id=${one}`} title={name} note={note.filter(Boolean).join(' · ')} />;
      }}
    </Few>
  );
}

/** Read again after each change of a document: they are few, and change seldom. */
function useDocumentsOf(id: string): [readonly DocumentRow[] | null, boolean] {
  const scope = useAtomValue(scopeAtom);
  const [rows, setRows] = useState<readonly DocumentRow[] | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const abort = new AbortController();
    const read = () =>
      request<DocumentRow[]>('GET', `${document.path}/of-unit/${id}`, { ...scope, signal: abort.signal }).then(
        ({ data }) => {
          setRows(data);
          setFailed(false);
        },
        () => !abort.signal.aborted && setFailed(true),
      );
    void read();
    const soon = later(() => void read(), 200, 1000);
    const stop = followModule(scope, document.code, () => soon.soon());
    return () => {
      abort.abort();
      soon.cancel();
      stop();
    };
  }, [id, scope]);
  return [rows, failed];
}
