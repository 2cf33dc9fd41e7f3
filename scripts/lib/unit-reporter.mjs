import { writeFileSync } from 'node:fs';

/** This Vitest reporter writes each test with the facts that Vitest's own JSON report leaves out. */
export default class UnitReporter {
  onTestRunEnd(modules) {
    const results = modules.flatMap((module) => [
      ...module.errors().map((error) => ({ ...toFile(module), error: error.message })),
      ...[...module.children.allTests()].map(toResult),
    ]);
    writeFileSync(process.env['COUNTERSIGN_TEST_REPORT'], JSON.stringify(results));
  }
}

const toFile = (module) => ({ file: module.moduleId, title: 'the file', isPassed: false });

function toResult(test) {
  return {
    file: test.module.moduleId,
    title: test.name,
    // A test that is expected to fail proves nothing, and one that passed on a second try failed before.
    isPassed: test.result().state === 'passed' && !test.options.fails && !test.diagnostic()?.flaky,
    error: test.result().errors?.[0]?.message ?? null,
  };
}
