export interface FormField {
  readonly name: string;
  readonly type: string;
  readonly label: string;
  readonly selector: string;
  readonly required?: true;
  readonly disabled?: true;
  readonly readonly?: true;
  readonly filled: boolean;
  readonly checked?: boolean;
  readonly rules?: Readonly<Record<string, string>>;
  readonly autocomplete?: string;
  readonly options?: readonly string[];
  readonly hidden?: true;
  /** Which constraints it breaks now, and what the browser would say. */
  readonly broken: readonly string[];
  readonly message?: string;
  /** It is marked as wrong for people who do not see it, and what is said of it there. */
  readonly marked_invalid?: true;
  readonly described?: string;
}

export interface FormFacts {
  readonly selector: string;
  readonly name?: string;
  readonly action: string;
  readonly method: string;
  readonly novalidate?: true;
  readonly fields: readonly FormField[];
  readonly buttons: readonly string[];
  readonly problems: readonly string[];
}

/** Every form with its fields; those that belong to none come last, as one. */
export function readForms(wanted: string | undefined): readonly FormFacts[] {
  const words = (text: string | null | undefined, most = 120) =>
    (text ?? '').replace(/\s+/g, ' ').trim().slice(0, most);
  const selectorOf = (element: Element): string => {
    if (element.id && document.querySelectorAll(`#${CSS.escape(element.id)}`).length === 1)
      return `#${CSS.escape(element.id)}`;
    const parent = element.parentElement;
    const name = element.getAttribute('name');
    if (name && !parent?.closest('body > *')?.shadowRoot) {
      const own = `${element.localName}[name="${CSS.escape(name)}"]`;
      if (document.querySelectorAll(own).length === 1) return own;
    }
    if (!parent) return element.localName;
    const place =
      [...parent.children].filter((one) => one.localName === element.localName).indexOf(element) + 1;
    return `${selectorOf(parent)} > ${element.localName}:nth-of-type(${place})`;
  };
  type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;
  const isControl = (one: Element): one is Control =>
    one instanceof HTMLInputElement || one instanceof HTMLSelectElement || one instanceof HTMLTextAreaElement;
  const isButton = (one: Element) =>
    one instanceof HTMLButtonElement ||
    (one instanceof HTMLInputElement && /^(?:submit|button|reset|image)$/.test(one.type));
  const referred = (element: Element, attribute: string) =>
    words(
      (element.getAttribute(attribute) ?? '')
        .split(/\s+/)
        .filter(Boolean)
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' '),
    );
  const labelOf = (control: Control) =>
    referred(control, 'aria-labelledby') ||
    words(control.getAttribute('aria-label')) ||
    words([...(control.labels ?? [])].map((label) => label.textContent).join(' ')) ||
    words(control.title);
  const RULES = ['min', 'max', 'step', 'pattern', 'minlength', 'maxlength', 'accept'];
  const FLAGS = [
    'valueMissing',
    'typeMismatch',
    'patternMismatch',
    'tooLong',
    'tooShort',
    'rangeUnderflow',
    'rangeOverflow',
    'stepMismatch',
    'badInput',
    'customError',
  ] as const;
  const field = (control: Control): FormField => {
    const rules = RULES.flatMap((rule) => {
      const value = control.getAttribute(rule);
      return value === null ? [] : [[rule, value.slice(0, 200)] as const];
    });
    const isTick = control instanceof HTMLInputElement && /^(?:checkbox|radio)$/.test(control.type);
    const autocomplete = control.getAttribute('autocomplete');
    const described = referred(control, 'aria-errormessage') || referred(control, 'aria-describedby');
    return {
      name: control.name,
      type: control.type,
      label: labelOf(control),
      selector: selectorOf(control),
      filled: isTick ? (control as HTMLInputElement).checked : control.value !== '',
      broken: control.willValidate ? FLAGS.filter((flag) => control.validity[flag]) : [],
      ...(isTick ? { checked: (control as HTMLInputElement).checked } : {}),
      ...(control.required ? { required: true as const } : {}),
      ...(control.disabled ? { disabled: true as const } : {}),
      ...('readOnly' in control && control.readOnly ? { readonly: true as const } : {}),
      ...(rules.length > 0 ? { rules: Object.fromEntries(rules) } : {}),
      ...(autocomplete ? { autocomplete } : {}),
      ...(control instanceof HTMLSelectElement
        ? { options: [...control.options].slice(0, 30).map((one) => words(one.text, 60)) }
        : {}),
      ...(control.type === 'hidden' || !control.checkVisibility({ visibilityProperty: true })
        ? { hidden: true as const }
        : {}),
      ...(control.willValidate && control.validationMessage
        ? { message: words(control.validationMessage, 200) }
        : {}),
      ...(control.getAttribute('aria-invalid') === 'true' ? { marked_invalid: true as const } : {}),
      ...(described ? { described } : {}),
    };
  };
  const problemsOf = (
    form: HTMLFormElement | undefined,
    controls: readonly Control[],
    buttons: readonly Element[],
  ) => {
    const problems: string[] = [];
    const seen = controls.filter((one) => one.type !== 'hidden');
    const say = (one: Control, what: string) => problems.push(`${selectorOf(one)}: ${what}`);
    for (const one of seen) {
      if (!labelOf(one))
        say(one, one.getAttribute('placeholder') ? 'only a placeholder names it' : 'nothing names it');
      if (form && !one.name && !one.disabled) say(one, 'without a name it is not sent');
      if (one.type === 'password' && !one.getAttribute('autocomplete'))
        say(one, 'autocomplete should be current-password or new-password');
      // The browser gives an empty word for what it does not know.
      const wanted = one.getAttribute('autocomplete');
      if (wanted && one.autocomplete === '') say(one, `"${words(wanted, 40)}" is no word of autocomplete`);
      if (one.type === 'text' && /e-?mail/i.test(one.name)) say(one, 'type=email would check it');
    }
    const once = new Set<string>();
    for (const { name, type } of seen) {
      if (!name || type === 'radio' || type === 'checkbox') continue;
      if (once.has(name)) problems.push(`several fields are called "${name}"`);
      once.add(name);
    }
    if (!form) return problems;
    if (seen.length > 0 && buttons.length === 0) problems.push('there is no button to send it');
    const isSecret = seen.some(({ type }) => type === 'password');
    if (isSecret && form.method === 'get') problems.push('a password is sent in the address (method get)');
    if (
      isSecret &&
      form.action.startsWith('http:') &&
      !/^(?:localhost|127\.|\[::1\])/.test(new URL(form.action).hostname)
    )
      problems.push('a password is sent without TLS');
    return problems;
  };
  const all: Element[] = [];
  const walk = (root: Document | ShadowRoot) => {
    for (const element of root.querySelectorAll('*')) {
      if (element.shadowRoot) walk(element.shadowRoot);
      all.push(element);
    }
  };
  walk(document);
  const chosen = wanted === undefined ? undefined : [...document.querySelectorAll(wanted)];
  const isMeant = (element: Element) =>
    !chosen || chosen.some((one) => one.contains(element) || element.contains(one));
  const facts = (form: HTMLFormElement | undefined, own: readonly Element[]): FormFacts => {
    const controls = own.filter(isControl).filter((one) => !isButton(one));
    const buttons = own.filter(isButton);
    const name = form && (words(form.getAttribute('aria-label')) || form.getAttribute('name') || form.id);
    return {
      selector: form ? selectorOf(form) : '',
      ...(name ? { name } : {}),
      action: form ? form.action.slice(0, 300) : '',
      method: form ? form.method : '',
      ...(form?.noValidate ? { novalidate: true as const } : {}),
      fields: controls.slice(0, 100).map(field),
      buttons: buttons.slice(0, 10).map((one) => words(one.textContent || (one as HTMLInputElement).value)),
      problems: problemsOf(form, controls, buttons),
    };
  };
  const forms = all.filter((one) => one instanceof HTMLFormElement).filter(isMeant);
  const told = forms.slice(0, 30).map((form) => facts(form, [...form.elements]));
  const loose = all.filter((one) => isControl(one) && one.form === null && !isButton(one) && isMeant(one));
  return loose.length > 0 ? [...told, facts(undefined, loose)] : told;
}
