import { writeFileSync } from 'node:fs';

/** This Playwright reporter writes each test with the facts that Playwright's own JSON report leaves out. */
export default class BrowserReporter {
  tests = [];

  onBegin(_config, suite) {
    this.tests = suite.allTests();
  }

  onEnd() {
    writeFileSync(process.env['COUNTERSIGN_TEST_REPORT'], JSON.stringify(this.tests.map(toResult)));
  }

  printsToStdio() {
    return false;
  }
}

function toResult(test) {
  const steps = test.results.at(-1)?.steps ?? [];
  return {
    file: test.location.file,
    title: test.title,
    isPassed: test.expectedStatus === 'passed' && test.outcome() === 'expected' && expects(steps),
    error: test.results.at(-1)?.error?.message ?? null,
  };
}

function expects(steps) {
  return steps.some((step) => step.category === 'expect' || expects(step.steps));
}
