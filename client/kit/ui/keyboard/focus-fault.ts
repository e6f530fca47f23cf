/** The element of a field to focus on an error; a button if there is no input. */
const INPUTS = '[aria-invalid=true], input:not([type=hidden], [type=file]), textarea, select, [contenteditable=true]';

/** Focuses the first error of a form once it is rendered, and opens the section it is folded in. */
export function focusFault(form: HTMLElement | null): void {
  requestAnimationFrame(() => {
    const faults = form?.querySelectorAll<HTMLElement>('[data-invalid], [aria-invalid=true]') ?? [];
    for (const fault of faults) {
      const fold = fault.closest('details');
      if (fold) fold.open = true;
    }
    const [first] = faults;
    const input = first?.matches(INPUTS)
      ? first
      : (first?.querySelector<HTMLElement>(INPUTS) ?? first?.querySelector('button'));
    input?.focus();
  });
}
