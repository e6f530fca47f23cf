import { t } from './words.ts';

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
const isControl = (target: EventTarget | null): target is Control =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLTextAreaElement;

/** What is wrong with what a control holds, in the words of the reader. */
function saidOf(control: Control): string {
  const { valueMissing, tooShort } = control.validity;
  const picks = control instanceof HTMLSelectElement || control.type === 'checkbox' || control.type === 'radio';
  if (valueMissing) return t(picks ? 'unfit.choose' : 'unfit.missing');
  if (tooShort && 'minLength' in control) return t('unfit.short', { min: control.minLength });
  return t('unfit.wrong');
}

const SAID = 'data-unfit';
/** Where the words stand: at the end of the label that holds the control, else behind it. */
const placeOf = (control: Control) => control.closest('label') ?? control.parentElement;

function take(control: Control): void {
  control.removeAttribute('aria-invalid');
  placeOf(control)?.querySelector(`[${SAID}]`)?.remove();
}

/**
 * Says what keeps a form from being sent at the control itself, in the reader's language: a browser's own bubble speaks its own and goes by itself. The
 * first of a form gets the focus, in the middle of the screen, below no head.
 */
export function sayInvalid(page: Document): void {
  page.addEventListener(
    'invalid',
    event => {
      const { target: control } = event;
      if (!isControl(control)) return;
      event.preventDefault();
      take(control);
      control.setAttribute('aria-invalid', 'true');
      const said = page.createElement('span');
      said.className = 'error';
      said.setAttribute('role', 'alert');
      said.setAttribute(SAID, '');
      said.textContent = saidOf(control);
      placeOf(control)?.append(said);
      if (control.form?.querySelector(':invalid:not(fieldset)') !== control) return;
      control.focus({ preventScroll: true });
      control.scrollIntoView({ block: 'center' });
    },
    true,
  );
  page.addEventListener('input', ({ target }) => isControl(target) && target.validity.valid && take(target), true);
}
