import type { document } from '@lobby/shared/modules/document.ts';
import { FileText } from 'lucide-react';
import { useDetail, useRows } from '../data/rows.ts';
import { FileRow, IconSquare } from '../parts/cards.tsx';
import { Link, List, Waiting } from '../parts/parts.tsx';
import { t, when } from '../words.ts';

/** Documents that the management shares with the household: list, or one. */
export const Page = ({ id }: { id: string | undefined }) => (id ? <One id={id} /> : <All />);

function All() {
  const { data, error } = useRows<typeof document>('/document', { limit: 100 }, ['DOCUMENT']);
  return (
    <List rows={data} error={error} none={t('documents.none')}>
      {file => (
        <Link to={`/documents/${file.id}`} className="item">
          <IconSquare icon={FileText} />
          <div>
            <p>{file.name}</p>
            <small>{when(file.createdAt).slice(0, 10)}</small>
          </div>
        </Link>
      )}
    </List>
  );
}

function One({ id }: { id: string }) {
  const { data, error } = useDetail<typeof document>('/document', id, ['DOCUMENT']);
  if (!data) return <Waiting error={error} />;
  return (
    <div className="stack">
      <div className="card pad">
        <h2>{data.name}</h2>
        <small>{when(data.createdAt)}</small>
        {data.description && <p>{data.description}</p>}
      </div>
      {(data.file ?? []).length > 0 && (
        <div className="card">
          {data.file?.map(file => (
            <FileRow key={file.id} name={file.name} url={file.url} />
          ))}
        </div>
      )}
    </div>
  );
}
