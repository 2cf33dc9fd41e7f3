import { describe, expect, it } from 'vitest';
import { classifyHost, isMetadataService } from './address-class';

const hostOf = (url: string) => new URL(url).hostname;

describe('the target of a request', () => {
  it.each([
    'http://169.254.169.254/',
    'http://2852039166/',
    'http://0xa9fea9fe/',
    'http://0251.0376.0251.0376/',
    'http://169.254.1/',
    'http://[::ffff:169.254.169.254]/',
    'http://[::ffff:a9fe:a9fe]/',
    'http://[64:ff9b::a9fe:a9fe]/',
    'http://[2002:a9fe:a9fe::]/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'http://100.100.100.200/',
    'http://224.0.0.1/',
    'http://255.255.255.255/',
    'http://metadata.google.internal/',
    'http://METADATA.google.internal./',
    'http://metadata/',
  ])('%s is never called', (url) => {
    expect(classifyHost(hostOf(url))).toBe('forbidden');
  });

  it.each([
    'http://127.0.0.1/',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0/',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::]/',
    'http://10.1.2.3/',
    'http://172.16.0.1/',
    'http://192.168.1.1/',
    'http://100.64.0.1/',
    'http://[fd12::1]/',
    'http://localhost/',
    'http://LOCALHOST./',
    'http://app.localhost/',
    'http://printer/',
    'http://nas.local/',
    'http://ｌocalhost/',
    'http://①②⑦.⓪.⓪.①/',
  ])('%s is on this machine or network', (url) => {
    expect(classifyHost(hostOf(url))).toBe('local');
  });

  it.each([
    'https://example.com/',
    'http://8.8.8.8/',
    'http://[2606:4700::1111]/',
    'http://localhost.example.com/',
  ])('%s is outside', (url) => {
    expect(classifyHost(hostOf(url))).toBe('public');
  });
});

describe('a metadata service', () => {
  it.each([
    '169.254.169.254',
    '169.254.170.2',
    '::ffff:169.254.169.254',
    '64:ff9b::a9fe:a9fe',
    '2002:a9fe:a9fe::1',
    'fd00:ec2::254',
    '100.100.100.200',
    '[fd20:ce::254]',
  ])('is at %s', (address) => {
    expect(isMetadataService(address)).toBe(true);
  });

  it.each([
    '127.0.0.1',
    '::1',
    '10.0.0.7',
    '8.8.8.8',
    '100.64.0.1',
    '64:ff9b::808:808',
    'fd12::1',
    'fe80::1%eth0',
    '169.254.10.2',
    '198.18.0.5',
    '',
  ])('is not at %j', (address) => {
    expect(isMetadataService(address)).toBe(false);
  });
});
