import { useTranslation } from 'react-i18next';
import { useRefName } from '../../../kit/refs/refs.ts';
import { paperClass } from '../../../kit/ui/paper/paper.ts';
import { QrCode } from '../../../kit/ui/qr/QrCode.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { unitLink } from '../link.ts';
import type { Printed } from './usePrinted.ts';

const ON_A_PAGE = 12;

const sheetClass = styleClass({
  display: 'grid',
  gridTemplateColumns: { base: '1fr 1fr', md: '1fr 1fr 1fr' },
  gridAutoRows: 'max-content',
  gap: '6mm',
  listStyle: 'none',
  m: '0',
  p: '0',
  '@media print': { gridTemplateColumns: '1fr 1fr 1fr' },
});
const codeClass = styleClass({
  display: 'grid',
  justifyItems: 'center',
  gap: '1mm',
  py: '3mm',
  textAlign: 'center',
  border: '1px dashed #b9c0c6',
  borderRadius: 'md',
  breakInside: 'avoid',
  '& svg': { w: '40mm', maxW: 'full', h: 'auto' },
  '& strong': { fontSize: '1.25rem', lineHeight: '1.5rem', fontWeight: 'semibold' },
  '& small': { textStyle: 'xs', color: '#47515a' },
});

/** Twelve QR codes per page, with dashed lines to cut along. */
export function QrSheets({
  projectId,
  project,
  units,
}: {
  projectId: string;
  project: string;
  units: readonly Printed[];
}) {
  const pages = Array.from({ length: Math.ceil(units.length / ON_A_PAGE) }, (_, n) =>
    units.slice(n * ON_A_PAGE, (n + 1) * ON_A_PAGE),
  );
  return pages.map(page => (
    <section key={page[0]?.id} className={paperClass()} data-paper="">
      <ul className={sheetClass()}>
        {page.map(flat => (
          <Code key={flat.id} projectId={projectId} project={project} printed={flat} />
        ))}
      </ul>
    </section>
  ));
}

function Code({ projectId, project, printed }: { projectId: string; project: string; printed: Printed }) {
  const { t } = useTranslation('unit');
  const block = useRefName('block', printed.blockId);
  const floor = useRefName('floor', printed.floorId);
  return (
    <li className={codeClass()}>
      <QrCode text={unitLink(projectId, printed.id)} label={t('qr.title', { code: printed.code })} />
      <strong>{printed.code}</strong>
      <small>{`${t('fields.blockId')} ${block ?? ''} · ${t('fields.floorId')} ${floor ?? ''}`}</small>
      <small>{project}</small>
    </li>
  );
}
