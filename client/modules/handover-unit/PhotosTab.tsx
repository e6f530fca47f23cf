import type { FileInfo } from '@lobby/shared/kit/fields.ts';
import { HANDOVER } from '@lobby/shared/modules/handover-data.ts';
import { handoverDefect } from '@lobby/shared/modules/handover-defect.ts';
import { ImageIcon, Pencil, ZoomIn } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Row } from '../../kit/base/matches.ts';
import { request } from '../../kit/http/api.ts';
import { applyRows, turnNow } from '../../kit/records/records.ts';
import { useCan } from '../../kit/session/permissions.ts';
import { scopeNow } from '../../kit/session/session.ts';
import { Button, IconButton } from '../../kit/ui/controls/Button.tsx';
import { useSubmit } from '../../kit/ui/controls/useSubmit.ts';
import { DetailBody } from '../../kit/ui/detail/DetailBody.tsx';
import { useRecord } from '../../kit/ui/detail/useRecord.ts';
import { upload } from '../../kit/ui/form/inputs/files/uploading.ts';
import { Dialog } from '../../kit/ui/overlay/Dialog.tsx';
import { Empty } from '../../kit/ui/states/EmptyState.tsx';
import { Refused } from '../../kit/ui/states/Refused.tsx';
import { styleClass } from '../../theme/classes.ts';
import { MarkDialog } from './inspect/MarkDialog.tsx';

const SETS = ['imagesBefore', 'imagesAfter', 'imagesReturn'] as const;
type SetName = (typeof SETS)[number];
const { name, path } = handoverDefect;

const sidesClass = styleClass({
  display: 'grid',
  gap: '4',
  gridTemplateColumns: { base: '1fr', md: '1fr 1fr' },
  '& h3': { textStyle: 'xs', fontWeight: 'medium', color: 'fg.muted', m: '0', pb: '2' },
  '& figure': { position: 'relative', m: '0', mb: '3' },
  '& img': { w: 'full', maxH: '320px', objectFit: 'contain', borderRadius: 'md', bg: 'bg.muted' },
  '& [data-tools]': { position: 'absolute', top: '2', insetInlineEnd: '2', display: 'flex', gap: '1' },
  '& [data-tools] button': { bg: 'bg', boxShadow: 'sm' },
});
const wholeClass = styleClass({
  overflow: 'auto',
  maxH: '75vh',
  '& img': { maxW: 'none', w: 'full' },
  '& img[data-large]': { w: '250%', cursor: 'zoom-out' },
  '& button': { display: 'block', w: 'full', cursor: 'zoom-in' },
});
const filesIn = (row: Row | null, of: SetName): FileInfo[] => {
  const value = row?.[of];
  return Array.isArray(value) ? (value as FileInfo[]).filter(file => file.url) : [];
};

/** Photos of a defect before and after the repair; they can be enlarged and annotated. */
export function PhotosTab({ id }: { id: string }) {
  const { t } = useTranslation(name);
  const may = useCan(HANDOVER, 'write');
  const { row } = useRecord(handoverDefect, id);
  const { error, code, run } = useSubmit();
  const [shown, setShown] = useState<FileInfo | null>(null);
  const [marking, setMarking] = useState<FileInfo | null>(null);
  const sets = SETS.filter(of => filesIn(row, of).length > 0);
  const open = row !== null && row.closed !== true;
  const keep = (file: File, instead: FileInfo) =>
    run(async () => {
      const turn = turnNow();
      const scope = scopeNow();
      const [added] = await upload([file], {
        scope,
        onProgress: () => undefined,
        signal: new AbortController().signal,
      });
      const imagesBefore = filesIn(row, 'imagesBefore').map(item => (item.id === instead.id ? added?.id : item.id));
      const body = { version: row?.version, imagesBefore };
      const { data } = await request<Row>('PUT', `${path}/${id}`, { ...scope, body });
      applyRows(name, [data], { kind: 'answer', turn, detail: true });
    });
  if (sets.length === 0) return <Empty icon={ImageIcon} title={t('photos.none')} />;
  return (
    <DetailBody>
      <Refused error={error} code={code} />
      <div className={sidesClass()}>
        {sets.map(of => (
          <section key={of}>
            <h3>{t(`fields.${of}`)}</h3>
            {filesIn(row, of).map(file => (
              <figure key={file.id}>
                <img src={file.url ?? undefined} alt={t(`fields.${of}`)} />
                <div data-tools="">
                  {may && open && of === 'imagesBefore' && (
                    <IconButton icon={Pencil} size="sm" label={t('photos.mark')} onClick={() => setMarking(file)} />
                  )}
                  <IconButton icon={ZoomIn} size="sm" label={t('photos.zoom')} onClick={() => setShown(file)} />
                </div>
              </figure>
            ))}
          </section>
        ))}
      </div>
      {shown && <Whole file={shown} onClose={() => setShown(null)} />}
      {marking?.url && (
        <MarkDialog
          from={marking.url}
          name={t('fields.imagesBefore')}
          onClose={() => setMarking(null)}
          onMarked={file => {
            void keep(file, marking);
            setMarking(null);
          }}
        />
      )}
    </DetailBody>
  );
}

/** Full-size image; a click zooms in. */
function Whole({ file, onClose }: { file: FileInfo; onClose: () => void }) {
  const { t } = useTranslation([name, 'common']);
  const [large, setLarge] = useState(false);
  return (
    <Dialog
      open
      wide
      title={file.name}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('common:act.close')}</Button>}
    >
      <div className={wholeClass()}>
        <button type="button" aria-label={t('photos.zoom')} aria-pressed={large} onClick={() => setLarge(!large)}>
          <img src={file.url ?? undefined} alt={file.name} data-large={large || undefined} />
        </button>
      </div>
    </Dialog>
  );
}
