import { useTranslation } from 'react-i18next';

/** Returns the label of a desk setting by its flat name, e.g. `Works hours · Monday`. */
export function useReceptionLabel() {
  const { t, i18n } = useTranslation([
    'unit-group',
    'vehicle',
    'work-schedule',
    'construction-registration',
    'resident',
  ]);
  return (name: string, short = false): string => {
    const [group = '', ...rest] = name.split('.');
    const groupLabel = t(`unit-group:reception.fields.${group}`);
    const part = rest.at(-1);
    if (!part || part === 'files') return part ? t('unit-group:reception.files') : groupLabel;
    const key = [
      `work-schedule:fields.${part}`,
      `unit-group:reception.works.${part}`,
      `vehicle:options.type.${part}`,
      `unit-group:reception.cards.${part}`,
    ].find(candidate => i18n.exists(candidate));
    const partLabel = rest[0] === 'text' || !key ? part.toUpperCase() : t(key);
    return short ? partLabel : `${groupLabel} · ${partLabel}`;
  };
}
