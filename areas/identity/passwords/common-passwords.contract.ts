/**
 * Passwords that guessing begins with: those that lead every list of leaked ones, and what people in India add to them. In
 * lower case, eight characters or more, because shorter ones are refused anyway. Endings of digits and signs need not be here.
 */
export const commonPasswords: ReadonlySet<string> = new Set(
  `
12345678 123456789 1234567890 12345678910 123456789a 123456789q 0123456789 01234567 87654321 987654321 9876543210 0987654321
11111111 111111111 1111111111 00000000 000000000 0000000000 22222222 33333333 44444444 55555555 66666666 77777777 88888888
99999999 12341234 11223344 1122334455 112233445566 123123123 12344321 123454321 147258369 147852369 159357456 159753456
741852963 789456123 456789123 13131313 12121212 10203040 1020304050 20202020 19841984 31415926 14789632 25802580 78945612
password password1 password12 password123 password1234 password12345 passwords passw0rd p@ssw0rd p@ssword pa55word pa55w0rd
passwort passwort1 mypassword mypassword1 thepassword newpassword oldpassword yourpassword passwordpassword password1password
password123456789 passwordispassword thisismypassword thisisapassword notapassword nopassword passphrase mypassphrase changeme
changeme1 changeme123 changemenow changemechangeme pleasechange pleasechangeme temppassword temporary temporary1
temporarypassword defaultpassword default1 defaultuser passcode passcode1 secret123 secretpassword topsecret mysecret qwertyui
qwertyuio qwertyuiop qwertyuiop1 qwertyuiopasdfgh qwertyuiopasdfghjkl qwerty12 qwerty123 qwerty1234 qwerty12345 qwerty123456
qwertyqwerty qweasdzxc qweasdzxc123 qazwsxedc qazwsxedcrfv qazwsx12 qazwsx123 1qaz2wsx 1qaz2wsx3edc 1qazxsw2 1q2w3e4r 1q2w3e4r5t
1q2w3e4r5t6y q1w2e3r4 q1w2e3r4t5 zaq12wsx zaq1zaq1 zxcvbnm1 zxcvbnm123 asdfghjk asdfghjkl asdfghjkl1 asdfasdf asdf1234 asdfqwer
qwerasdf qwer1234 zxcv1234 1234qwer 1234qwerasdf 123qweasd 123qweasdzxc 12345qwert 12qwaszx poiuytrewq mnbvcxz1 lkjhgfdsa
azertyuiop azerty123 abcdefgh abcdefghi abcd1234 abcd12345 abc12345 abc123456 abcabc123 abc123abc a1b2c3d4 a1b2c3d4e5 a1s2d3f4
a12345678 a123456789 aa123456 aa12345678 aabbccdd aaaaaaaa aaaaaaaaa aaaaaaaaaa zzzzzzzz xxxxxxxx iloveyou iloveyou1 iloveyou2
iloveyou12 iloveyou123 iloveyouforever iloveyousomuch iloveyoumom iloveyoubaby iloveme1 iloveindia ilovemymom ilovemom ilovegod
ilovejesus ihateyou loveyou1 loveforever lovelove lovely123 forever1 foreverlove foreveryoung sunshine sunshine1 sunshine123
princess princess1 princess123 football football1 football123 baseball baseball1 basketball volleyball softball cricket1
cricket123 swimming superman superman1 superman123 batman123 spiderman spiderman1 ironman1 starwars starwars1 startrek pokemon1
pokemon123 pikachu1 minecraft minecraft1 fortnite nintendo playstation computer computer1 internet internet1 samsung1 samsung123
blink182 metallica liverpool liverpool1 chelsea1 arsenal1 barcelona manchester manutd123 juventus realmadrid ronaldo7 ronaldo123
cristiano messi123 whatever whatever1 trustno1 letmein1 letmein123 letmeinnow letmeinletmein letmeinplease openup123 opensesame
welcome1 welcome12 welcome123 welcome1234 welcome2024 welcome2025 welcome2026 welcomehome welcomewelcome hello123 hello1234
helloworld helloworld1 hellohello hellokitty hellothere goodmorning goodnight goodluck1 dragon123 monkey123 shadow123 master123
masterkey michael1 michelle jennifer jennifer1 jessica1 jordan23 jonathan alexander alexandra christopher christian elizabeth
samantha nicholas benjamin danielle danielle1 stephanie victoria isabella sebastian patricia veronica margaret charlotte
caroline catherine katherine alejandro francisco fernando guillermo estrella chocolate chocolate1 butterfly butterfly1 cookie123
strawberry watermelon pineapple cupcakes1 sweetheart sweetie1 angel123 angels123 babygirl babygirl1 babyboy1 beautiful gorgeous1
handsome1 blessed1 jesus123 jesuschrist jesusislord jesuslovesme godisgood godislove praisegod heaven123 diamond1 crystal1
rainbows1 unicorns1 sparkles flowers1 garfield scooby123 snoopy123 tinkerbell mickeymouse cinderella harrypotter gryffindor
slytherin hogwarts1 lordoftherings gandalf1 hobbit123 matrix123 terminator godzilla1 predator mercedes mercedesbenz lamborghini
ferrari1 porsche1 porsche911 mustang1 corvette camaro69 chevrolet yamaha123 kawasaki suzuki123 mahindra maruti123 marutisuzuki
hondacity tatamotors hyundai1 toyota123 bajajpulsar royalenfield rocknroll rockstar1 guitar123 drummer1 musician1 november
december september1 february1 saturday1 thursday1 summer123 winter123 spring123 autumn123 summertime winter2024 winter2025
winter2026 summer2024 summer2025 summer2026 january2026 december2025 november2026 monday123 friday123 birthday happybirthday
christmas diwali123 happydiwali newyear1 happynewyear administrator administrator1 admin123 admin1234 admin12345 admin123456
adminadmin admin@123 admin@1234 admin@2025 admin@2026 adminpassword superadmin superadmin1 superadmin123 superuser rootroot
rootroot1 root1234 root12345 toor1234 sysadmin sysadmin1 manager1 manager123 supervisor operator1 operator123 operations
support1 support123 helpdesk helpdesk1 service1 services testtest test1234 test12345 test123456 test@123 test@1234 tester123
testing1 testing123 testing1234 testpassword testuser1 demo1234 demo12345 demodemo demouser demo-roadkeeper-2026 demopassword
demo@123 sample123 example1 example123 guest123 guest1234 guestguest user1234 user12345 username username1 useruser student1
student123 teacher1 teacher123 office123 company1 company123 business1 employee1 security security1 security123 securepassword
strongpassword p4ssw0rd pass1234 pass12345 pass@123 pass@1234 passpass letmepass masterpass login123 login1234 loginlogin
signin123 access123 access14 database1 server123 oracle123 mysql123 postgres postgres1 cisco123 windows1 windows10 microsoft
google123 googlegoogle facebook facebook1 facebook123 instagram whatsapp1 youtube1 linkedin linkedin1 twitter1 yahoo123 gmail123
hotmail1 amazon123 flipkart paytm123 netflix1 iphone123 android1 india123 india1234 india@123 india@1234 indiaindia indian123
incredibleindia jaihind1 jaihind123 jaihindjaihind vandemataram bharatmata bharat123 hindustan hindustan1 mumbai123
mumbaiindians delhi123 newdelhi1 bangalore bangalore1 bengaluru chennai123 chennaisuperkings hyderabad hyderabad1 kolkata1
kolkata123 calcutta pune1234 ahmedabad rajasthan1 tamilnadu maharashtra gujarat123 karnataka keralam1 kerala123 punjab123
goodboy123 krishna1 krishna123 jaishreekrishna harekrishna harekrishna1 radhakrishna radheradhe radhekrishna radheshyam
jaishreeram jaishriram jaishreeram1 sitaram1 hanuman1 hanuman123 jaihanuman bajrangbali ganesh123 ganesha1 jaiganesh
ganpatibappa shivshankar shiva123 harharmahadev mahadev1 mahadev123 omnamahshivaya omnamahshivay omshanti omsairam omsairam1
saibaba1 saibaba123 jaisairam shirdisai durga123 jaimatadi jaimatadi1 lakshmi1 lakshmi123 laxmi123 saraswati venkatesh
venkateswara tirupati1 balaji123 govinda1 murugan1 ayyappa1 swamiayyappa waheguru waheguru1 satnamwaheguru satnam123 allah786
allahuakbar bismillah bismillah786 mashallah1 inshallah khuda786 jesus4ever sachin10 sachin123 tendulkar sachintendulkar
virat123 viratkohli dhoni007 dhoni123 msdhoni7 msdhoni123 rohit123 rohitsharma rahul123 rahul1234 amit1234 sanjay123 vijay123
suresh123 ramesh123 rajesh123 mahesh123 mukesh123 dinesh123 rakesh123 deepak123 manoj123 anil1234 sunil123 vikram123 arjun123
karan123 rohan123 aditya123 abhishek abhishek1 ashok123 pooja123 priya123 priyanka priyanka1 anjali123 neha1234 kavita123
sunita123 swati123 shreya123 divya123 deepika1 aishwarya katrina1 salman123 salmankhan shahrukh shahrukhkhan amitabh1 bollywood
mahabharat ramayana1 mummypapa papamummy mummydaddy mommydaddy mummyilove loveyoumaa maapapa1 family123 myfamily myfamily1
mybaby123 sweethome freedom1 freedom123 liberty1 america1 american1 canada123 england1 london123 newyork1 newyorkcity california
chicago1 texas123 australia singapore1 pakistan pakistan1 bangladesh malaysia1 thailand1 philippines killer123 soldier1 warrior1
warriors hunter123 ranger123 cowboys1 yankees1 lakers24 eagles123 steelers packers1 redsox123 fuckyou1 fuckyou123 fuckoff1
asshole1 bullshit1 whatever123 nothing1 nothing123 blahblah blahblahblah something1 anything1 everything everything1 idontknow
idontknow1 dontknow1 donotenter nevermind forgetmenot remember1 rememberme imissyou1 iamthebest iamgreat1 iamgod123 wearethebest
correcthorse correcthorsebattery correcthorsebatterystaple thequickbrownfox quickbrownfox thequickbrownfoxjumps loremipsum
tobeornottobe onetwothree onetwothreefour maythe4thbewithyou maytheforcebewithyou driver123 drivers1 transport transport1
transport123 vehicle1 vehicle123 vehicles1 truck123 trucks123 logistics logistics1 fleetmanager fleet123 roadsafety roadsafety1
insurance insurance1 insurance123
`
    .trim()
    .split(/\s+/),
);

/** Words that are too short to be a password and are made into one with digits and signs around them. */
export const commonWords: ReadonlySet<string> = new Set(
  `
admin allah android angel apple asdfgh bharat batman balaji banana bajaj chennai cheese cricket dragon delhi demo default durga
daddy england eagle family flower freedom friend ganesh ginger google guest hanuman hello hockey honda india indian iphone
jesus jordan killer krishna kumar laxmi letmein lakshmi login london love lovely lucky magic mahadev manager master
matrix michael mobile monkey mother mumbai mummy mustang nothing office orange pass pepper police prince priya qwerty rahul rohit
roadkeeper root sachin sairam samsung secret server shadow sharma shiva singh soccer staff summer sunday super suzuki system tata
temp test tester thakur tiger truck user vehicle virat welcome winter yamaha zxcvbn
`
    .trim()
    .split(/\s+/),
);
