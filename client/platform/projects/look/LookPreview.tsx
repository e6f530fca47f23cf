import { useTranslation } from 'react-i18next';
import { Status } from '../../../kit/ui/marks/Status.tsx';
import { styleClass } from '../../../theme/classes.ts';
import { accentVars } from '../../../theme/white-label.ts';

const pairClass = styleClass({
  display: 'grid',
  gridTemplateColumns: { base: '1fr', lg: '1fr 1fr' },
  gap: '4',
  mt: '2',
});
const pictureClass = styleClass({
  m: '0',
  borderWidth: '1px',
  borderColor: 'border',
  borderRadius: 'lg',
  overflow: 'hidden',
  bg: 'bg',
  color: 'fg',
  '& > div': { display: 'grid', gridTemplateColumns: '1fr 1fr' },
  '& [data-side]': {
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'space-between',
    minH: '132px',
    p: '3',
    bg: 'label.ground',
    color: 'label.fg',
    textStyle: 'xs',
    minW: '0',
    overflowWrap: 'anywhere',
  },
  '& [data-side] > span': { display: 'flex', alignItems: 'center', gap: '2', textStyle: 'sm', fontWeight: 'semibold' },
  '& [data-side] img': { borderRadius: '25%' },
  '& [data-side] > small': { textStyle: 'xs', color: 'label.muted' },
  '& [data-door]': { display: 'flex', flexDirection: 'column', justifyContent: 'center', gap: '2', p: '3', minW: '0' },
  '& [data-door] > strong': { textStyle: 'sm', fontWeight: 'semibold' },
  '& [data-door] > i': { h: '6', borderWidth: '1px', borderColor: 'border.control', borderRadius: 'md' },
  '& [data-door] > b': {
    py: '1',
    textAlign: 'center',
    bg: 'accent.solid',
    color: 'accent.contrast',
    borderRadius: 'md',
    textStyle: 'xs',
    fontWeight: 'semibold',
  },
  '& [data-door] > em': { fontStyle: 'normal', color: 'accent.fg', textStyle: 'xs', fontWeight: 'medium' },
  '& [data-row]': {
    display: 'flex',
    alignItems: 'center',
    gap: '3',
    minH: '9',
    px: '3',
    borderTopWidth: '1px',
    borderColor: 'border',
    textStyle: 'sm',
  },
  '& [data-row] > span:first-of-type': { flex: '1', minW: '0' },
  '& [data-row][data-chosen]': {
    bg: 'accent.subtle',
    boxShadow: 'inset 2px 0 {colors.accent.solid}',
    '& > a': { color: 'accent.fg', fontWeight: 'medium' },
  },
  '& figcaption': {
    px: '3',
    py: '1',
    textStyle: 'xs',
    color: 'fg.muted',
    borderTopWidth: '1px',
    borderColor: 'border',
  },
});

interface LookPreviewProps {
  accent: string | null;
  name: string;
  logo: string;
  logoDark: string;
  note: string;
  support: string;
}

/** Preview of sign-in page and list rows in both modes. */
export function LookPreview({ accent, name, logo, logoDark, note, support }: LookPreviewProps) {
  const { t } = useTranslation(['unit-group', 'shell']);
  return (
    <div className={pairClass()} aria-hidden>
      {(['light', 'dark'] as const).map(mode => (
        <figure
          key={mode}
          className={`chakra-theme ${mode} ${pictureClass()}`}
          style={accent ? accentVars(accent, mode) : undefined}
        >
          <div>
            <div data-side="">
              <span>
                {(logoDark || logo) && <img src={logoDark || logo} alt="" width={24} height={24} />}
                {name}
              </span>
              <small>
                {note}
                <br />
                {support}
              </small>
            </div>
            <div data-door="">
              <strong>{t('shell:signIn.title')}</strong>
              <i />
              <i />
              <b>{t('shell:signIn.submit')}</b>
              <em>{t('shell:signIn.email')}</em>
            </div>
          </div>
          {[true, false].map(chosen => (
            <div key={String(chosen)} data-row="" data-chosen={chosen || undefined}>
              <span className="cut">{t('look.sample.title')}</span>
              <em>{t('look.sample.code')}</em>
              <Status tone={chosen ? 'waiting' : 'going'}>{t(`look.tones.${chosen ? 'waiting' : 'going'}`)}</Status>
            </div>
          ))}
          <figcaption>{t(`look.${mode}`)}</figcaption>
        </figure>
      ))}
    </div>
  );
}
