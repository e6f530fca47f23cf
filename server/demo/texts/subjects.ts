import type { Talk } from './dialogues.ts';
import type { TicketKind } from './kinds.ts';

/** A ticket subject. Placeholders: `{block} {floor} {unit} {n} {month} {plate}`; `n` is 1 to 3. */
export interface Subject {
  title: string;
  contents: readonly string[];
  /** Dialogues that fit. */
  talks: readonly Talk[];
  priority?: 'low' | 'high' | 'urgent';
}

export const SUBJECTS: Record<TicketKind, readonly Subject[]> = {
  elevator: [
    {
      title: 'Thang máy số {n} block {block} rung mạnh khi qua tầng {floor}',
      talks: ['rails', 'stopped'],
      contents: [
        'Thang số {n} rung mạnh, cửa mở chậm. Nhờ kiểm tra sớm giúp ạ.',
        'Sáng nay đi làm thang số {n} cứ tới tầng {floor} là rung lên rồi khựng lại một nhịp. Nhà có người già đi thang này nên hơi lo.',
        'Thang {n} từ hôm qua chạy rất ồn, qua tầng {floor} thì lắc. BQL cho bên bảo trì xem lại nhé.',
      ],
      priority: 'high',
    },
    {
      title: 'Kẹt thang máy số {n}, có trẻ nhỏ bên trong',
      talks: ['stopped'],
      contents: [
        'Thang số {n} block {block} dừng giữa tầng, bên trong có hai mẹ con. Chuông khẩn bấm không ai trả lời. Gấp ạ!',
        'Con mình vừa bị kẹt trong thang {n} khoảng 10 phút, bảo vệ mở được cửa rồi nhưng thang vẫn chạy. Đề nghị dừng thang để kiểm tra ngay.',
      ],
      priority: 'urgent',
    },
    {
      title: 'Nút gọi thang tầng {floor} bấm không sáng',
      talks: ['button'],
      contents: [
        'Nút gọi xuống ở sảnh tầng {floor} block {block} bấm không ăn, phải ấn giữ rất lâu.',
        'Bảng nút ngoài sảnh tầng {floor} bị liệt chiều đi xuống mấy hôm nay rồi, ban quản lý xem giúp.',
      ],
    },
    {
      title: 'Thang máy chờ quá lâu giờ đi làm',
      talks: ['rush'],
      contents: [
        'Từ 7h15 đến 8h sáng đứng ở tầng {floor} chờ 10 phút chưa có thang. Có phải đang tắt bớt một thang không ạ?',
        'Hai hôm nay block {block} chỉ chạy 2 thang, giờ cao điểm đông quá. Nhờ BQL mở thêm thang hàng cho cư dân đi buổi sáng.',
      ],
    },
    {
      title: 'Trong thang số {n} có mùi khó chịu, quạt không chạy',
      talks: ['fan'],
      contents: [
        'Quạt thông gió trong thang {n} không chạy, trời nóng đi rất bí. Nhờ kỹ thuật kiểm tra.',
        'Thang số {n} có mùi ẩm mốc, hình như nước rò xuống hố thang. Mong xử lý sớm ạ.',
      ],
      priority: 'low',
    },
  ],
  power: [
    {
      title: 'Đèn hành lang tầng {floor} không sáng',
      talks: ['lamp'],
      contents: [
        'Hành lang tầng {floor} block {block} tối om từ tối qua, 3 bóng trước thang máy đều tắt.',
        'Bóng đèn trước cửa căn {unit} hỏng, buổi tối các cháu đi học về không nhìn thấy gì. Nhờ thay giúp.',
        'Đèn cảm ứng tầng {floor} chập chờn cả đêm, bật tắt liên tục ngay trước cửa nhà.',
      ],
    },
    {
      title: 'Ổ cắm phòng khách toé lửa khi cắm bàn là',
      talks: ['socket'],
      contents: [
        'Vừa cắm bàn là thì ổ cắm phòng khách toé lửa, có mùi khét. Mình đã tắt aptomat, nhờ kỹ thuật lên xem gấp.',
        'Ổ cắm cạnh tivi bị toé lửa và đen một bên. Nhà có trẻ nhỏ nên không dám dùng nữa.',
      ],
      priority: 'urgent',
    },
    {
      title: 'Căn {unit} mất điện, nhà bên cạnh vẫn có',
      talks: ['outage'],
      contents: [
        'Nhà mình mất điện từ 19h, hàng xóm vẫn bình thường. Aptomat tổng trong nhà không nhảy.',
        'Căn {unit} tự nhiên mất điện toàn bộ, đã nạp tiền điện đầy đủ. Nhờ kiểm tra tủ điện tầng giúp.',
      ],
      priority: 'high',
    },
    {
      title: 'Chuông cửa và intercom không kêu',
      talks: ['intercom', 'visit'],
      contents: [
        'Khách bấm chuông ở sảnh không đổ lên nhà được, màn hình intercom tối đen.',
        'Intercom căn {unit} gọi xuống lễ tân không có tín hiệu, đã thử khởi động lại.',
      ],
      priority: 'low',
    },
    {
      title: 'Aptomat nhà hay nhảy khi bật bếp từ',
      talks: ['load'],
      contents: [
        'Cứ bật bếp từ cùng lúc với bình nóng lạnh là aptomat nhảy. Không rõ do đường điện của toà nhà hay thiết bị của nhà mình.',
        'Aptomat tổng nhảy 4 lần trong tối nay, kỹ thuật cho mình hỏi tải cho phép của căn là bao nhiêu ạ?',
      ],
    },
  ],
  water: [
    {
      title: 'Trần phòng tắm thấm nước từ căn phía trên',
      talks: ['ceiling'],
      contents: [
        'Trần phòng tắm nhà mình ố vàng và nhỏ nước, nghi do căn phía trên rò. Nhờ BQL làm việc với nhà trên giúp.',
        'Nước nhỏ tong tong từ trần nhà vệ sinh căn {unit} từ đêm qua, đã phải để chậu hứng.',
        'Vết thấm ở trần phòng tắm lan rộng hơn tháng trước. Đề nghị kỹ thuật lên lập biên bản với căn tầng trên.',
      ],
      priority: 'high',
    },
    {
      title: 'Nước yếu vào giờ cao điểm buổi sáng',
      talks: ['pump'],
      contents: [
        'Từ 6h30 đến 8h nước chảy rất yếu, máy nước nóng không lên được.',
        'Tầng {floor} block {block} sáng nào nước cũng yếu, tắm không được. Nhờ kiểm tra bơm tăng áp.',
      ],
    },
    {
      title: 'Nước sinh hoạt đục và có mùi lạ',
      talks: ['tank'],
      contents: [
        'Sáng nay mở vòi nước có màu vàng và mùi tanh, xả 15 phút chưa trong lại.',
        'Nước nhà mình có cặn đen li ti, không dám nấu ăn. BQL cho hỏi toà nhà vừa thau bể phải không?',
      ],
      priority: 'high',
    },
    {
      title: 'Van nước tổng trước cửa căn {unit} rò rỉ',
      talks: ['valve'],
      contents: [
        'Hộp kỹ thuật trước cửa có tiếng nước chảy, mở ra thấy van nhà mình rỉ ướt cả sàn.',
        'Đồng hồ nước vẫn quay dù đã khoá hết vòi trong nhà, nghi rò ở đoạn van tổng.',
      ],
    },
    {
      title: 'Thoát sàn ban công bị tắc, nước tràn vào nhà',
      talks: ['drain'],
      contents: [
        'Mưa to tối qua nước ban công không thoát kịp, tràn vào phòng khách. Nhờ thông ống thoát trục đứng.',
        'Thoát sàn lô gia căn {unit} trào ngược bọt xà phòng mỗi khi nhà trên giặt đồ.',
      ],
      priority: 'high',
    },
    {
      title: 'Xin khoá nước tạm thời để sửa vòi',
      talks: ['shutWater'],
      contents: [
        'Chiều nay thợ đến thay vòi sen, nhờ kỹ thuật hỗ trợ khoá nước căn {unit} khoảng 14h đến 15h.',
        'Van khoá trong nhà bị kẹt, nhờ các bạn khoá từ hộp kỹ thuật giúp mình 30 phút.',
      ],
      priority: 'low',
    },
  ],
  cleaning: [
    {
      title: 'Rác tồn ở phòng rác tầng {floor}, có mùi',
      talks: ['clean', 'often'],
      contents: [
        'Phòng rác tầng {floor} đầy từ chiều qua chưa có người dọn, mùi bay ra cả hành lang.',
        'Thùng rác tầng {floor} block {block} tràn ra sàn, nước rác chảy tới cửa thang bộ.',
        'Hôm nay không thấy ai lấy rác tầng {floor}. Nhờ nhắc tổ vệ sinh ạ.',
      ],
    },
    {
      title: 'Chó phóng uế ở sảnh block {block}, chủ không dọn',
      talks: ['dogMess'],
      contents: [
        'Sáng nay khoảng 6h có người dắt chó đi qua sảnh để chó phóng uế rồi bỏ đi. Nhờ xem camera và nhắc nhở.',
        'Khu cây xanh cạnh block {block} ngày nào cũng có phân chó, trẻ con chơi rất mất vệ sinh.',
      ],
    },
    {
      title: 'Xin thu gom đồ cồng kềnh',
      talks: ['bulky'],
      contents: [
        'Nhà mình thay sofa cũ, muốn bỏ thì để ở đâu và phí bao nhiêu ạ?',
        'Căn {unit} có tủ và nệm cũ cần bỏ, nhờ BQL sắp lịch thu gom cuối tuần.',
      ],
      priority: 'low',
    },
    {
      title: 'Có gián và kiến ở hành lang tầng {floor}',
      talks: ['spray'],
      contents: [
        'Gián bò từ phòng rác sang các căn, tối nào cũng thấy. Toà nhà có lịch phun thuốc chưa ạ?',
        'Đề nghị phun diệt côn trùng tầng {floor}, nhà mình mới có em bé nên nhờ báo trước ngày phun.',
      ],
    },
    {
      title: 'Sảnh thang máy tầng {floor} bẩn, sàn dính',
      talks: ['clean'],
      contents: [
        'Ai đó làm đổ trà sữa ở sảnh thang tầng {floor} từ hôm qua, giờ vẫn chưa lau.',
        'Sàn sảnh tầng {floor} dính bết, có vết bánh xe đẩy của đội thi công. Nhờ vệ sinh lại.',
      ],
      priority: 'low',
    },
  ],
  security: [
    {
      title: 'Người lạ gõ cửa mời mua hàng tại tầng {floor}',
      talks: ['stranger'],
      contents: [
        'Có hai người lạ mặc áo công ty nước lọc gõ cửa từng nhà tầng {floor}. Không biết lên bằng cách nào.',
        'Chiều nay có người bấm chuông xưng nhân viên kiểm tra gas, mình không mở. Nhờ bảo vệ kiểm tra.',
      ],
      priority: 'high',
    },
    {
      title: 'Mất đồ trước cửa căn {unit}',
      talks: ['camera'],
      contents: [
        'Mình để đôi giày và gói hàng trước cửa từ 17h, 18h về thì không còn. Nhờ xem lại camera hành lang tầng {floor}.',
        'Đơn hàng giao để trước cửa căn {unit} lúc trưa bị mất, shipper có chụp ảnh đã giao.',
      ],
    },
    {
      title: 'Cửa thoát hiểm tầng {floor} luôn bị chèn mở',
      talks: ['safety'],
      contents: [
        'Cửa thang bộ tầng {floor} bị ai đó chèn gạch cho mở, mất an toàn cháy nổ.',
        'Cửa ngăn cháy tầng {floor} hỏng tay co, không tự đóng lại được. Đề nghị sửa.',
      ],
      priority: 'high',
    },
    {
      title: 'Camera bãi xe B{n} che khuất biển số',
      talks: ['visit', 'refer'],
      contents: [
        'Xe mình bị va quẹt ở hầm B{n}, xem camera thì góc quay bị cột che khuất. Nhờ chỉnh lại.',
        'Camera gần ô đỗ nhà mình ở hầm B{n} quay lên trần. Đề nghị kiểm tra toàn bộ camera hầm.',
      ],
    },
    {
      title: 'Nhờ trích xuất camera thang máy số {n}',
      talks: ['camera'],
      contents: [
        'Con mình làm rơi điện thoại trong thang số {n} khoảng 17h30 hôm qua, nhờ ban quản lý xem lại camera giúp.',
        'Mẹ mình bỏ quên túi thuốc trong thang {n} sáng nay, nhờ các anh bảo vệ tìm giúp ạ.',
      ],
      priority: 'low',
    },
  ],
  noise: [
    {
      title: 'Nhà bên khoan đục sau 18 giờ',
      talks: ['works'],
      contents: [
        'Căn bên cạnh đang sửa nhà, khoan đục tới gần 20h. Nhờ BQL nhắc giờ thi công.',
        'Thợ khoan cả buổi trưa, con nhỏ không ngủ được. Theo nội quy thì 12h đến 13h30 phải nghỉ mà.',
      ],
    },
    {
      title: 'Hát karaoke ồn ào quá 22 giờ',
      talks: ['party'],
      contents: [
        'Tầng {floor} có nhà hát karaoke loa kéo từ 20h đến giờ là 22h40 chưa nghỉ.',
        'Cuối tuần nào nhà phía dưới cũng mở nhạc rất to. Đề nghị lập biên bản nếu còn tái diễn.',
      ],
      priority: 'high',
    },
    {
      title: 'Tiếng kéo bàn ghế từ căn phía trên lúc nửa đêm',
      talks: ['above'],
      contents: [
        'Nhà trên kéo bàn ghế, trẻ con chạy nhảy tới 12h đêm. Nhờ CSKH trao đổi nhẹ nhàng giúp, mình không muốn mất lòng.',
        'Gần một tháng nay đêm nào cũng nghe tiếng bi rơi và kéo ghế từ tầng trên.',
      ],
    },
    {
      title: 'Tiếng ù của quạt hút tầng {floor}',
      talks: ['hum'],
      contents: [
        'Phòng ngủ sát hộp kỹ thuật nghe tiếng ù liên tục suốt đêm, nghi quạt hút trục thông gió bị rơ.',
        'Quạt hút khói tầng {floor} kêu to từ tối qua, nhà mình mất ngủ cả đêm.',
      ],
    },
    {
      title: 'Chó sủa cả ngày ở căn đối diện',
      talks: ['barking'],
      contents: [
        'Chủ nhà đi làm, chó ở nhà sủa từ sáng đến tối. Nhờ ban quản lý liên hệ với chủ hộ.',
        'Căn đối diện {unit} nuôi hai con chó, sủa mỗi khi có người đi qua hành lang.',
      ],
      priority: 'low',
    },
  ],
  parking: [
    {
      title: 'Xin thêm chỗ gửi xe máy thứ hai',
      talks: ['motorbike'],
      contents: [
        'Nhà mình mới mua thêm xe máy, muốn đăng ký thêm một suất ở hầm B1. Thủ tục thế nào ạ?',
        'Căn {unit} hiện có 1 xe, xin đăng ký xe thứ hai biển {plate}.',
      ],
      priority: 'low',
    },
    {
      title: 'Xe lạ đỗ vào ô của căn {unit}',
      talks: ['slot'],
      contents: [
        'Tối về có xe biển {plate} đỗ vào ô của nhà mình ở hầm B{n}, gọi bảo vệ chưa thấy ai xuống.',
        'Đây là lần thứ ba trong tháng ô đỗ của mình bị xe khác chiếm. Xe {plate}, nhờ xử lý dứt điểm.',
      ],
      priority: 'high',
    },
    {
      title: 'Barrier hầm B{n} mở chậm, không đọc được biển số',
      talks: ['visit', 'refer'],
      contents: [
        'Barrier lối ra hầm B{n} sáng nào cũng kẹt, xe xếp hàng dài. Máy không đọc được biển {plate} của mình.',
        'Camera nhận diện biển số ở hầm B{n} hay lỗi, bảo vệ phải mở tay. Nhờ kiểm tra.',
      ],
    },
    {
      title: 'Xe máy bị xước ở hầm B{n}',
      talks: ['scratch'],
      contents: [
        'Xe mình để ở khu B{n} hôm qua còn nguyên, sáng nay gãy gương. Nhờ xem camera khoảng 22h đến 6h.',
        'Xe {plate} bị đổ ở hầm, xước hết một bên. Mong BQL hỗ trợ tìm người va vào.',
      ],
    },
    {
      title: 'Đăng ký chỗ đỗ ô tô theo tháng',
      talks: ['carSlot'],
      contents: [
        'Mình muốn gửi ô tô {plate} theo tháng ở hầm B2, hiện còn ô trống không ạ?',
        'Nhờ BQL báo giá gửi ô tô tháng và cho mình vào danh sách chờ nếu hết chỗ.',
      ],
      priority: 'low',
    },
  ],
  card: [
    {
      title: 'Thẻ thang máy của con gái không quẹt được',
      talks: ['rights'],
      contents: [
        'Thẻ của cháu quẹt báo đỏ ở thang, cửa sảnh vẫn mở được. Cháu phải chờ người khác bấm hộ.',
        'Từ sáng nay thẻ thang máy của con không lên được tầng {floor}, nhờ kiểm tra lại quyền thẻ.',
      ],
    },
    {
      title: 'Mất thẻ cư dân, xin khoá và cấp lại',
      talks: ['lost'],
      contents: [
        'Mình làm rơi thẻ cư dân hôm qua ở siêu thị, nhờ khoá thẻ ngay giúp và cho mình xin cấp lại.',
        'Người nhà mình mất thẻ của căn {unit}, phí cấp lại bao nhiêu và nhận ở đâu ạ?',
      ],
      priority: 'high',
    },
    {
      title: 'Xin làm thêm thẻ cho người giúp việc',
      talks: ['newCard'],
      contents: [
        'Nhà mình có cô giúp việc mới, nhờ hướng dẫn làm thẻ ra vào theo giờ hành chính.',
        'Xin cấp thêm 1 thẻ cho bà ngoại lên trông cháu, dự kiến ở 6 tháng.',
      ],
      priority: 'low',
    },
    {
      title: 'Khuôn mặt không nhận diện được ở cửa sảnh',
      talks: ['face'],
      contents: [
        'Máy nhận diện khuôn mặt ở sảnh block {block} không nhận ra mẹ mình, đã đăng ký hai lần.',
        'FaceID cửa sảnh từ hôm cập nhật hay báo người lạ. Nhờ đăng ký lại giúp cả nhà.',
      ],
    },
    {
      title: 'Trả thẻ của người thuê cũ',
      talks: ['cardBack'],
      contents: [
        'Khách thuê căn {unit} đã dọn đi, mình muốn huỷ 2 thẻ của họ và lấy lại tiền cọc thẻ.',
        'Nhờ khoá thẻ của người thuê cũ căn {unit} từ hôm nay, thẻ mình sẽ gửi lại quầy lễ tân.',
      ],
    },
  ],
  bill: [
    {
      title: 'Xin cấp lại hoá đơn phí quản lý tháng {month}',
      talks: ['resend'],
      contents: [
        'Nhờ gửi lại hoá đơn điện tử phí quản lý tháng {month} của căn {unit}, mình tìm trong mail không thấy.',
        'Công ty cần hoá đơn phí quản lý tháng {month} có tên công ty và mã số thuế, nhờ kế toán xuất lại.',
      ],
    },
    {
      title: 'Đã chuyển khoản nhưng vẫn báo còn nợ',
      talks: ['matched'],
      contents: [
        'Mình chuyển khoản phí tháng {month} từ ngày mùng 5 mà app vẫn báo chưa thanh toán. Gửi kèm nội dung: {unit} phi thang {month}.',
        'Căn {unit} đã đóng đủ nhưng vẫn nhận được thông báo nhắc nợ lần 2. Đề nghị kế toán kiểm tra.',
      ],
      priority: 'high',
    },
    {
      title: 'Tiền nước tháng {month} cao bất thường',
      talks: ['meterRead'],
      contents: [
        'Tháng {month} tiền nước nhà mình gấp đôi tháng trước dù đi vắng gần 2 tuần. Nhờ kiểm tra chỉ số.',
        'Chỉ số nước trên thông báo phí tháng {month} không khớp với đồng hồ, mình có chụp lại ảnh đồng hồ.',
      ],
    },
    {
      title: 'Hỏi về cách tính phí quản lý theo diện tích',
      talks: ['area'],
      contents: [
        'Phí quản lý tính theo diện tích thông thuỷ hay tim tường ạ? Diện tích trên thông báo của nhà mình lớn hơn trong sổ.',
        'Nhờ kế toán giải thích giúp các khoản trên thông báo phí tháng {month} của căn {unit}.',
      ],
      priority: 'low',
    },
    {
      title: 'Đổi người nhận thông báo phí',
      talks: ['recipient'],
      contents: [
        'Căn {unit} đã cho thuê, từ tháng sau nhờ gửi thông báo phí cho người thuê.',
        'Nhờ đổi email nhận thông báo phí của căn {unit} sang email của người nhà mình.',
      ],
      priority: 'low',
    },
  ],
  structure: [
    {
      title: 'Gạch sảnh tầng {floor} block {block} bong, dễ vấp',
      talks: ['warranty', 'again'],
      contents: [
        'Ba viên gạch trước cửa thang tầng {floor} bị phồng, người già đi dễ vấp.',
        'Gạch sảnh tầng {floor} bong lên từ tuần trước, có viên đã vỡ. Nhờ sửa sớm.',
      ],
    },
    {
      title: 'Kính lan can ban công bị nứt',
      talks: ['warranty'],
      contents: [
        'Kính lan can ban công căn {unit} có vết nứt dài, sợ rơi xuống dưới nguy hiểm.',
        'Sau trận gió hôm qua kính ban công nhà mình nứt góc. Còn trong thời hạn bảo hành không ạ?',
      ],
      priority: 'high',
    },
    {
      title: 'Tường phòng ngủ nứt chân chim và thấm',
      talks: ['warranty', 'again'],
      contents: [
        'Tường ngoài phòng ngủ nứt chân chim, mưa to là thấm vào trong, sơn phồng rộp.',
        'Nhờ ban quản lý chuyển chủ đầu tư xem vết nứt tường phòng ngủ căn {unit}, đã báo từ tháng {month}.',
      ],
    },
    {
      title: 'Xích đu khu vui chơi trẻ em bị hỏng',
      talks: ['closed'],
      contents: [
        'Xích đu ở sân chơi bị tuột một bên xích, các cháu vẫn chơi rất nguy hiểm.',
        'Sàn cao su sân chơi bong nhiều chỗ, cháu nhà mình vừa vấp ngã. Nhờ sửa lại.',
      ],
      priority: 'high',
    },
    {
      title: 'Vòi nước vườn tầng {floor} rò rỉ',
      talks: ['visit'],
      contents: [
        'Vòi tưới cây ở vườn tầng {floor} chảy cả ngày, lãng phí và trơn lối đi.',
        'Vòi nước khu vườn treo không khoá chặt được, nước chảy ra lối đi bộ.',
      ],
      priority: 'low',
    },
    {
      title: 'Máy chạy bộ phòng gym số {n} không hoạt động',
      talks: ['closed', 'again'],
      contents: [
        'Máy chạy bộ số {n} báo lỗi và dừng đột ngột, suýt ngã. Nhờ treo biển tạm dừng.',
        'Phòng gym hỏng 2 máy chạy bộ cả tuần nay, bao giờ có lịch sửa ạ?',
      ],
    },
  ],
};
