/** What Google's evaluator has to say against it. */
export async function judgePolicy(policy: string) {
  const [{ CspEvaluator }, { CspParser }, { Severity }] = await Promise.all([
    import('csp_evaluator/dist/evaluator.js'),
    import('csp_evaluator/dist/parser.js'),
    import('csp_evaluator/dist/finding.js'),
  ]);
  const words = new Map<number, string>([
    [Severity.HIGH, 'high'],
    [Severity.SYNTAX, 'syntax'],
    [Severity.MEDIUM, 'medium'],
    [Severity.HIGH_MAYBE, 'possibly high'],
    [Severity.MEDIUM_MAYBE, 'possibly medium'],
  ]);
  const found = new CspEvaluator(new CspParser(policy).csp).evaluate();
  return found.flatMap(({ severity, directive, value, description }) => {
    const word = words.get(severity);
    return word === undefined ? [] : [{ severity: word, directive, value: value ?? undefined, description }];
  });
}
