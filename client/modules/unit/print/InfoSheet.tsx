import { type UnitRow, unit } from '@lobby/shared/modules/unit.ts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { now } from '../../../kit/http/clock.ts';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { FieldValue } from '../../../kit/ui/form/FieldValue.tsx';
import { paperClass } from '../../../kit/ui/paper/paper.ts';
import { QrCode } from '../../../kit/ui/qr/QrCode.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { unitLink } from '../link.ts';
import type { Printed } from './usePrinted.ts';

const FACTS = [
  'type',
  'state',
  'blockId',
  'buildStatus',
  'floorId',
  'handoverStatus',
  'area',
  'direction',
  'useArea',
  'bedrooms',
  'carpetArea',
  'bathrooms',
  'storeys',
  'balconies',
  'appUsage',
  'windows',
] as const satisfies readonly (keyof UnitRow)[];

const headClass = styleClass({
  display: 'flex',
  alignItems: 'flex-start',
  gap: '6',
  pb: '4mm',
  borderBottom: '2px solid #15191c',
  '& > div': { flex: '1', minW: '0' },
  '& > svg': { flex: 'none', w: '28mm', h: '28mm' },
  '& small': { display: 'block', textStyle: 'sm', color: '#47515a' },
  '& h2': { textStyle: 'sm', color: '#47515a', mt: '4mm' },
  '& strong': { display: 'block', fontSize: '1.75rem', lineHeight: '2.25rem', fontWeight: 'semibold' },
});
const partClass = styleClass({ mt: '7mm', '& > h3': { textStyle: 'md', fontWeight: 'semibold', mb: '2mm' } });
const factsClass = styleClass({
  display: 'grid',
  gridTemplateColumns: { base: '1fr 1fr', md: 'max-content 1fr max-content 1fr' },
  columnGap: '5mm',
  '@media print': { gridTemplateColumns: 'max-content 1fr max-content 1fr' },
  '& > *': { m: '0', py: '1.6mm', borderBottom: '1px solid #e4e7ea', textStyle: 'sm' },
  '& > dt': { color: '#56616a' },
});
const tableClass = styleClass({
  w: 'full',
  borderCollapse: 'collapse',
  '& th': { textStyle: 'xs', fontWeight: 'medium', color: '#56616a', textAlign: 'start', py: '1mm' },
  '& td': { textStyle: 'sm', py: '1.6mm', borderBottom: '1px solid #e4e7ea' },
});
const footClass = styleClass({
  display: 'flex',
  justifyContent: 'space-between',
  mt: 'auto',
  pt: '10mm',
  textStyle: 'xs',
  color: '#56616a',
  '& > div': { w: '70mm', textAlign: 'center', pb: '22mm', borderBottom: '1px solid #87919a' },
});

interface InfoSheetProps {
  projectId: string;
  project: { name: string; address: string };
  printed: Printed;
  whole: UnitRow;
}

/** One page per unit: details, residents within the permissions of the reader, QR code, and signature lines. */
export function InfoSheet({ projectId, project, printed, whole }: InfoSheetProps) {
  const { t } = useTranslation(['unit', 'resident']);
  const { date } = useFormats();
  return (
    <section className={paperClass()} data-paper="">
      <header className={headClass()}>
        <div>
          <small>{project.name}</small>
          <small>{project.address}</small>
          <h2>{t('print.title')}</h2>
          <strong>{printed.code}</strong>
          {whole.name && <small>{whole.name}</small>}
          {whole.address && <small>{whole.address}</small>}
        </div>
        <QrCode text={unitLink(projectId, printed.id)} label={t('qr.title', { code: printed.code })} />
      </header>
      <Part title={t('print.facts')}>
        <dl className={factsClass()}>
          {FACTS.flatMap(name => [
            <dt key={`${name} label`}>{t(`fields.${name}`)}</dt>,
            <dd key={name}>
              <FieldValue definition={unit} name={name} field={unit.fields[name]} value={whole[name]} />
            </dd>,
          ])}
        </dl>
      </Part>
      {printed.residents.length > 0 && (
        <Part title={t('print.residents')}>
          <table className={tableClass()}>
            <thead>
              <tr>
                <th scope="col">{t('resident:fields.name')}</th>
                <th scope="col">{t('resident:fields.role')}</th>
                <th scope="col">{t('resident:fields.phone')}</th>
              </tr>
            </thead>
            <tbody>
              {printed.residents.map(({ id, name, role, phone }) => (
                <tr key={id}>
                  <td>{name}</td>
                  <td>{t(`resident:options.role.${role}`)}</td>
                  <td>{phone}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </Part>
      )}
      <footer className={footClass()}>
        <span>{t('print.at', { date: date(now()) })}</span>
        <div>{t('print.signature')}</div>
      </footer>
    </section>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className={partClass()}>
      <h3>{title}</h3>
      {children}
    </div>
  );
}
