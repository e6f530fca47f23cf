import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../kit/i18n/formats.ts';
import { Status } from '../../../kit/ui/marks/Status.tsx';
import { accentPalette, nearStatus } from '../../../theme/accent.ts';
import { styleClass } from '../../../theme/classes.ts';
import { contrast, parse } from '../../../theme/color.ts';

const ENOUGH = 4.5;
const WHITE = '#FFFFFF';
const GROUNDS = { light: WHITE, dark: '#131719' } as const;

const tableClass = styleClass({
  borderCollapse: 'collapse',
  textStyle: 'sm',
  '& th, & td': { py: '1.5', pe: '6', textAlign: 'start', borderBottomWidth: '1px', borderColor: 'border' },
  '& th': { fontWeight: 'normal', color: 'fg.muted' },
  '& td': { fontFamily: 'figures' },
});

/** Contrast ratios of the accent colour in light and dark mode. */
export function Contrasts({ accent }: { accent: string | null }) {
  const { t } = useTranslation('unit-group');
  const { number } = useFormats();
  if (!accent) return <p data-note="">{t('none')}</p>;
  const palette = accentPalette(accent);
  const ratio = (first: string, other: string) => Math.floor(contrast(parse(first), parse(other)) * 10) / 10;
  const rows = (['button', 'link', 'chosen'] as const).map(pair => ({
    pair,
    figures: (['light', 'dark'] as const).map(mode => {
      const colors = palette[mode];
      const [ink, ground] = {
        button: [colors.contrast, colors.solid],
        link: [colors.fg, GROUNDS[mode]],
        chosen: [colors.fg, colors.subtle],
      }[pair] as [string, string];
      return { mode, value: ratio(ink, ground) };
    }),
  }));
  const near = nearStatus(accent);
  return (
    <>
      <p data-note="">{t('look.adjusted')}</p>
      <table className={tableClass()}>
        <thead>
          <tr>
            <th scope="col">{t('look.contrast')}</th>
            <th scope="col">{t('look.light')}</th>
            <th scope="col">{t('look.dark')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ pair, figures }) => (
            <tr key={pair}>
              <th scope="row">{t(`look.pairs.${pair}`)}</th>
              {figures.map(({ mode, value }) => (
                <td key={mode}>
                  <Status tone={value >= ENOUGH ? 'done' : 'bad'}>{number(value)} : 1</Status>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p data-note="">{t('look.given', { ratio: `${number(ratio(accent, WHITE))} : 1` })}</p>
      {near && (
        <p>
          <Status tone="waiting">{t(`look.near.${near}`)}</Status>
        </p>
      )}
    </>
  );
}
